import {
  mdiArrowBottomLeft, mdiArrowTopRight, mdiBankTransferIn, mdiBankTransferOut, mdiCashRefund,
} from "@mdi/js";
import {
  CATEGORIES, PRIVACIES, TRANSACTION_KINDS, TRANSACTION_STATUSES,
  type CardKind, type Category, type Privacy, type RequestStatus, type SplitStatus, type TransactionKind, type TransactionStatus,
} from "../data/types";

export interface Option<T> {
  value: T;
  label: string;
  description?: string;
}

export const KIND_LABELS: Record<TransactionKind, string> = {
  send: "Sent", receive: "Received", add_money: "Added money", cash_out: "Cashed out", refund: "Refund",
};

export const KIND_ICONS: Record<TransactionKind, string> = {
  send: mdiArrowTopRight, receive: mdiArrowBottomLeft, add_money: mdiBankTransferIn, cash_out: mdiBankTransferOut, refund: mdiCashRefund,
};

export const CATEGORY_LABELS: Record<Category, string> = {
  food: "Food", rent: "Rent", travel: "Travel", shopping: "Shopping", bills: "Bills", fun: "Fun", gift: "Gift", family: "Family", other: "Other",
};

export const PRIVACY_LABELS: Record<Privacy, string> = { public: "Public", friends: "Friends", private: "Private" };

const PRIVACY_HINTS: Record<Privacy, string> = {
  public: "Everybody on Pay sees who paid whom and the note",
  friends: "Your contacts and theirs see it",
  private: "Only the two of you see it",
};

export const STATUS_LABELS: Record<TransactionStatus, string> = {
  completed: "Completed", pending: "Pending", failed: "Failed", cancelled: "Cancelled",
};

export const REQUEST_STATUS_LABELS: Record<RequestStatus, string> = {
  pending: "Pending", paid: "Paid", declined: "Declined", cancelled: "Cancelled",
};

export const SPLIT_STATUS_LABELS: Record<SplitStatus, string> = { open: "Open", settled: "Settled", cancelled: "Cancelled" };

export const CARD_KIND_LABELS: Record<CardKind, string> = { debit: "Debit card", credit: "Credit card", bank: "Bank account" };

export const categoryOptions: Option<Category>[] = CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

export const privacyOptions: Option<Privacy>[] = PRIVACIES.map((value) => ({
  value, label: PRIVACY_LABELS[value], description: PRIVACY_HINTS[value],
}));

export const privacySegments: Option<Privacy>[] = PRIVACIES.map((value) => ({ value, label: PRIVACY_LABELS[value] }));

export const kindFilterOptions: Option<TransactionKind | "all">[] = [
  { value: "all", label: "All" },
  ...TRANSACTION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];

export const categoryFilterOptions: Option<Category | "all">[] = [{ value: "all", label: "Any category" }, ...categoryOptions];

export const statusFilterOptions: Option<TransactionStatus | "all">[] = [
  { value: "all", label: "Any status" },
  ...TRANSACTION_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
];
