-- The simulator's webhooks beside the callback of one purchase, and what its tester's page lists.

alter table simulator_purchases add column created_at timestamptz not null default now();
create index simulator_purchases_newest on simulator_purchases (created_at desc, id);

create table simulator_webhooks (
  id uuid primary key,
  company_id uuid not null,
  document jsonb not null,
  -- Each webhook signs with a key of its own.
  private_key text not null
);
create index simulator_webhooks_of_company on simulator_webhooks (company_id);

alter table simulator_deliveries
  add column event_type text not null default 'purchase.paid',
  -- The webhook it goes to, which may be gone by now; null for a purchase's own callback.
  add column webhook_id uuid,
  -- False: sent though an earlier one of its purchase still waits.
  add column ordered boolean not null default true;
