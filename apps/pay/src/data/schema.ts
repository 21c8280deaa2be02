// Generated from profiles/pay/schema.sql; a test keeps the two equal.
export const schema = `-- Pay, a wallet. All money is integer cents of the wallet's currency; times are UTC epoch milliseconds; booleans are 0 or 1.

CREATE TABLE users (                        -- the people of the wallet network; exactly one is_current
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  handle TEXT NOT NULL UNIQUE,              -- '@noor'
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  is_current INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE wallets (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  currency TEXT NOT NULL,                   -- ISO 4217
  balance_cents INTEGER NOT NULL CHECK (balance_cents >= 0)
);

CREATE TABLE contacts (                     -- address book of the current user
  id INTEGER PRIMARY KEY,
  user_id INTEGER REFERENCES users(id),
  name TEXT NOT NULL,
  handle TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  is_favourite INTEGER NOT NULL DEFAULT 0,
  is_blocked INTEGER NOT NULL DEFAULT 0,
  is_removed INTEGER NOT NULL DEFAULT 0     -- deleted by the user; the row stays because payments and requests point at it
);

CREATE TABLE cards (                        -- ways to put money in and take it out
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('debit', 'credit', 'bank')),
  label TEXT NOT NULL,                      -- 'Northwind debit'
  last4 TEXT NOT NULL,
  expires TEXT NOT NULL DEFAULT '',         -- 'MM/YY'; '' for a bank account
  is_default INTEGER NOT NULL DEFAULT 0,
  is_frozen INTEGER NOT NULL DEFAULT 0,
  is_removed INTEGER NOT NULL DEFAULT 0,    -- removed by the user; the row stays because receipts point at it; never the default then
  added_at INTEGER NOT NULL
);

CREATE TABLE splits (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  total_cents INTEGER NOT NULL CHECK (total_cents > 0),
  status TEXT NOT NULL CHECK (status IN ('open', 'settled', 'cancelled')),
  created_at INTEGER NOT NULL
);

CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  direction TEXT NOT NULL CHECK (direction IN ('incoming', 'outgoing')),
  contact_id INTEGER NOT NULL REFERENCES contacts(id),
  split_id INTEGER REFERENCES splits(id),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  note TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'declined', 'cancelled')),
  created_at INTEGER NOT NULL,
  reminded_at INTEGER,
  resolved_at INTEGER
);

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('send', 'receive', 'add_money', 'cash_out', 'refund')),
  contact_id INTEGER REFERENCES contacts(id),      -- send, receive, refund
  contact_name TEXT NOT NULL DEFAULT '',           -- as it was at that time
  card_id INTEGER REFERENCES cards(id),            -- add_money, cash_out
  request_id INTEGER REFERENCES requests(id),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  fee_cents INTEGER NOT NULL DEFAULT 0,            -- taken from the wallet on top of the amount (instant cash out: 1.5 %)
  balance_after_cents INTEGER NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT 'other' CHECK (category IN ('food', 'rent', 'travel', 'shopping', 'bills', 'fun', 'gift', 'family', 'other')),
  privacy TEXT NOT NULL DEFAULT 'friends' CHECK (privacy IN ('public', 'friends', 'private')),
  status TEXT NOT NULL DEFAULT 'completed' CHECK (status IN ('completed', 'pending', 'failed', 'cancelled')),
  reference TEXT NOT NULL UNIQUE,                  -- 'PX-4F7K2'
  is_hidden INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);

CREATE TABLE split_members (
  id INTEGER PRIMARY KEY,
  split_id INTEGER NOT NULL REFERENCES splits(id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contacts(id),      -- NULL: the current user
  share_cents INTEGER NOT NULL,
  is_paid INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE recents (                      -- people shown first on the send screen
  contact_id INTEGER PRIMARY KEY REFERENCES contacts(id) ON DELETE CASCADE,
  last_at INTEGER NOT NULL
);

CREATE TABLE search_history (
  id INTEGER PRIMARY KEY,
  query TEXT NOT NULL UNIQUE,
  searched_at INTEGER NOT NULL
);

-- Limits of 0 mean no limit; the week is the last 7 x 24 hours. A PIN is asked for what takes money out (send, pay, cash out).
-- Keys: pin (four digits, '' = none), pin_required ('always'|'over_limit'|'never'), pin_threshold_cents, limit_payment_cents,
-- limit_week_cents, default_privacy, notify_received, notify_requests, notify_marketing, auto_cash_out, hide_balance,
-- cash_out_speed ('standard'|'instant'), discoverable. Booleans are '0' or '1'.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE INDEX transactions_time ON transactions(created_at);
CREATE INDEX transactions_contact ON transactions(contact_id);
CREATE INDEX requests_status ON requests(direction, status);
`;
