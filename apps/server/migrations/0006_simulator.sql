-- The payment simulator's own books, standing in for the provider's: no table of Apogee refers to them.

create table simulator_purchases (
  id uuid primary key,
  company_id uuid not null,
  document jsonb not null,
  -- What the clock alone will do: the end of a slow payment or refund.
  settling jsonb,
  settles_at timestamptz,
  check ((settling is null) = (settles_at is null))
);

create index simulator_purchases_settles_at on simulator_purchases (settles_at) where settles_at is not null;

create table simulator_deliveries (
  id bigint generated always as identity primary key,
  purchase_id uuid not null references simulator_purchases (id) on delete cascade,
  url text not null,
  -- The exact bytes that were signed.
  body text not null,
  signature text not null,
  state text not null check (state in ('waiting', 'delivered', 'lost', 'given_up')),
  attempts integer not null default 0,
  scheduled_at timestamptz not null,
  due_at timestamptz not null,
  last_status integer
);

create index simulator_deliveries_of_purchase on simulator_deliveries (purchase_id, id);
create index simulator_deliveries_due on simulator_deliveries (due_at, id) where state = 'waiting';

create table simulator_keys (
  company_id uuid primary key,
  private_key text not null
);
