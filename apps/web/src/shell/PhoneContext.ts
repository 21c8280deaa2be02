import { createContext, useContext } from "react";

import type { Phone } from "../phone/phone";

export const PhoneContext = createContext<Phone | null>(null);

export function usePhone(): Phone {
  const phone = useContext(PhoneContext);
  if (!phone) throw new Error("usePhone needs the shell around it");
  return phone;
}
