-- Operations on many rows: what they are to do, and the outcome of each row (D46).

create table public.operations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'order_status', 'order_note', 'token_grant', 'membership', 'code_revocation', 'key_quarantine', 'benefit_change'
  )),
  actor_id uuid not null,
  -- No names and no content.
  parameters jsonb not null default '{}',
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'undoing', 'undone')),
  total integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  remaining integer not null default 0,
  tokens bigint not null default 0,
  emails integer not null default 0,
  -- Up to which row the run, the undo or the settlement has come.
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  stepped_at timestamptz,
  finished_at timestamptz,
  undo_until timestamptz,
  undone_at timestamptz,
  settled_at timestamptz
);
comment on table public.operations is
  'An operation on many rows: planned by its dry run, run, and undone, in steps that any admin can continue. `tokens` and `emails`: '
  'what moves and goes out, of the rows that are not skipped; they wait until `undo_until` (D46).';
create index operations_created_at_idx on public.operations (created_at, id);
create index operations_open_idx on public.operations (state, undo_until) where settled_at is null;

alter table public.operations enable row level security;
create policy "operations: admins read" on public.operations
for select to authenticated using ((select private.is_admin()));

create table private.operation_rows (
  operation_id uuid not null,
  position integer not null,
  -- Null for what is no row, as a line of a file with an unknown address.
  row_id text,
  -- What this row alone is to get, as the tokens of a line.
  input jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'skipped', 'undone', 'kept')),
  -- Why it was skipped, or kept by an undo, and who caused that.
  reason text,
  reason_by uuid,
  reason_at timestamptz,
  -- Of the row when it was planned: it is changed only if it still has it.
  version text,
  before jsonb,
  after jsonb,
  tokens integer not null default 0,
  email boolean not null default false,
  changed_at timestamptz,
  undone_at timestamptz,
  primary key (operation_id, position)
);
comment on table private.operation_rows is
  'The rows of an operation, in the order in which it works through them, and what became of each. No personal data (D12).';
create index operation_rows_row_idx on private.operation_rows (row_id, operation_id) where changed_at is not null;

create table private.operation_content (
  operation_id uuid primary key,
  content jsonb not null
);
comment on table private.operation_content is
  'What an operation is to deliver or to write down, which may name people: deleted when the operation is settled.';

create type private.operation_plan as (
  "position" integer, reason text, reason_by uuid, reason_at timestamptz, version text, tokens integer, email boolean
);
comment on type private.operation_plan is 'What an operation would do with a row: skip it for a reason, or change it.';

create type private.operation_result as (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
);
comment on type private.operation_result is
  'What callers are told of an operation. `changed` and `moves` of a dry run: what would change, and which tokens would move; '
  '`skipped` and `kept`: by reason.';

create function private.current_operation()
returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(current_setting('guildhall.operation', true), '')::uuid;
end
$$;
comment on function private.current_operation() is
  'The operation that this transaction is a step of: triggers then leave notifications, emails and credits to its settlement. Permits '
  'nothing: guards look at `current_user`.';

create view private.status_changes as
select l.row_id as order_id, l.at, l.actor_id, l.before ->> 'status' as from_status, l.after ->> 'status' as to_status,
  null::uuid as operation_id, false as is_undo, null::timestamptz as undone_at
from private.audit_log as l where l.table_name = 'orders' and l.after ? 'status'
union all
select r.row_id, r.changed_at, p.actor_id, r.before ->> 'status', r.after ->> 'status', p.id, false, r.undone_at
from private.operation_rows as r join public.operations as p on p.id = r.operation_id
where p.kind = 'order_status' and r.changed_at is not null
union all
select r.row_id, r.undone_at, p.actor_id, r.after ->> 'status', r.before ->> 'status', p.id, true, r.undone_at
from private.operation_rows as r join public.operations as p on p.id = r.operation_id
where p.kind = 'order_status' and r.changed_at is not null and r.undone_at is not null;
comment on view private.status_changes is
  'Who set which status of an order, when: singly, by an operation, or by undoing one; `undone_at` of both a change and its undo.';
