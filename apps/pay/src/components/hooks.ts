import { useRow, useQuery, useSession } from "@tapworld/kit";
import { parseSettings, settingsQuery, type SettingRow, type Settings } from "../data/settings";
import { currentUserQuery, walletQuery } from "../data/wallet";
import type { Query, User, Wallet } from "../data/types";

const NO_WALLET: Wallet = { id: 0, user_id: 0, currency: "USD", balance_cents: 0 };
const NO_USER: User = { id: 0, name: "", handle: "", email: "", phone: "", is_current: 1 };

export function useRows<T>(query: Query): T[] {
  return useQuery<T>(query.sql, query.params);
}

export function useOne<T>(query: Query): T | undefined {
  return useRow<T>(query.sql, query.params);
}

export function useWallet(): Wallet {
  return useOne<Wallet>(walletQuery) ?? NO_WALLET;
}

export function useCurrentUser(): User {
  return useOne<User>(currentUserQuery) ?? NO_USER;
}

export function useSettings(): Settings {
  return parseSettings(useRows<SettingRow>(settingsQuery));
}

/** Formats cents in the wallet's currency. */
export function useMoney(): (cents: number) => string {
  const session = useSession();
  const { currency } = useWallet();
  return (cents) => session.format.money(cents, currency);
}
