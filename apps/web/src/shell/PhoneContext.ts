import { createContext, useContext, useSyncExternalStore } from "react";

import type { PhoneSettings } from "../phone/contract";
import type { Phone, PhoneView } from "../phone/phone";

export const PhoneContext = createContext<Phone | null>(null);

export function usePhone(): Phone {
  const phone = useContext(PhoneContext);
  if (!phone) throw new Error("usePhone needs the shell around it");
  return phone;
}

/** The phone as it is now; the shell draws nothing while there is none. */
export function useView(): PhoneView {
  const phone = usePhone();
  const view = useSyncExternalStore(phone.subscribe, phone.get);
  if (!view) throw new Error("The phone is empty: load a state first");
  return view;
}

export function useSettings(): PhoneSettings {
  return useView().settings;
}
