-- The ledger is the source of truth: a balance changes only because a row is inserted here (D2).

-- Whether a text can be the reason of a ledger entry: trimmed, readable, up to 200 characters.
create function private.is_reason(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return char_length(p_text) <= 200 and p_text = private.trim_text(p_text) and private.is_plain_text(p_text);
end
$$;

-- What the columns of a ledger row may hold (D4); one function, as private.is_order().
create function private.is_ledger_row(p_type text, p_amount integer, p_balance integer, p_description text, p_reason text) returns boolean
language plpgsql immutable security definer set search_path = '' as $$
begin
  return p_type in ('signup_bonus', 'purchase', 'redemption', 'referral_bonus', 'refund', 'adjustment')
    and p_amount <> 0
    and p_balance >= 0
    and char_length(p_description) between 1 and 300
    and (p_reason is null or p_type in ('purchase', 'adjustment') and private.is_reason(p_reason));
end
$$;

create table public.token_transactions (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  user_id uuid,
  account_id uuid not null,
  transaction_type text not null,
  amount integer not null,
  description text not null,
  balance_after integer not null,
  order_id uuid,
  redeem_code_id uuid,
  actor_id uuid,
  created_at timestamptz not null,
  reason text,
  reason_salt uuid,
  reason_digest bytea,
  hash bytea not null,
  constraint token_transactions_valid check (private.is_ledger_row(transaction_type, amount, balance_after, description, reason))
);

-- No foreign key joins two exposed tables: the REST layer would embed them in each other, level within level (C12).
comment on table public.token_transactions is
  'The ledger: append-only, also for admins. `seq` is the order in which balances changed; `account_id` outlives the person (D2, D12).';
comment on column public.token_transactions.reason is
  'Why an admin changed the balance; visible to the member. Erased when the person is deleted (D12).';
comment on column public.token_transactions.reason_salt is 'Random; keeps the digest from being guessed once the reason is erased (D12).';
comment on column public.token_transactions.reason_digest is 'sha256 of salt and reason: the part of the reason in the chain, which outlives it (D12, D47).';
comment on column public.token_transactions.hash is 'The head of the account''s chain after this row; docs/database.md describes what is hashed (D47).';
create unique index token_transactions_one_signup_bonus on public.token_transactions (account_id)
where transaction_type = 'signup_bonus';
create index token_transactions_account_idx on public.token_transactions (account_id, seq);
create unique index token_transactions_redeem_code_id_key on public.token_transactions (redeem_code_id, account_id)
where redeem_code_id is not null;
create index token_transactions_order_idx on public.token_transactions (order_id) where order_id is not null;
create index token_transactions_adjuster_idx on public.token_transactions (actor_id)
where transaction_type = 'adjustment';

-- For index-only sums over time, and for lists of what came and what left. A row is in one of them.
create index token_transactions_received_idx on public.token_transactions (created_at, id) include (amount) where amount > 0;
create index token_transactions_spent_idx on public.token_transactions (created_at, id) include (amount) where amount < 0;
alter table public.token_transactions enable row level security;
create policy "token_transactions: people read their own, admins all" on public.token_transactions
for select to authenticated using ((select private.is_admin()) or user_id = (select private.actor()));
grant select on public.token_transactions to authenticated;

-- Applies a ledger row to the balance, and chains it to the row before it of the same account, from whose balance it must follow; the
-- profile's row is the only lock that accounts share (D2, D47).
create function private.ledger_apply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_hash bytea;
  v_balance integer;
begin
  new.account_id := new.user_id;
  new.actor_id := coalesce(new.actor_id, auth.uid());
  if new.balance_after is null then
    update public.profiles set current_tokens = current_tokens + new.amount
    where id = new.user_id and current_tokens + new.amount >= 0
    returning current_tokens into new.balance_after;
    if not found then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
  end if;
  -- All of this under the lock of the profile's row, so that it follows the order of the balances.
  new.seq := nextval('public.token_transactions_seq_seq');
  new.created_at := coalesce(new.created_at, clock_timestamp());
  if new.reason is not null then
    new.reason_salt := gen_random_uuid();
    new.reason_digest := private.reason_digest(new.reason_salt, new.reason);
  end if;
  select t.hash, t.balance_after into v_hash, v_balance
  from public.token_transactions as t where t.account_id = new.account_id order by t.seq desc limit 1;
  if new.balance_after <> coalesce(v_balance, 0) + new.amount then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = new.account_id::text;
  end if;
  new.hash := private.ledger_hash(v_hash, new);
  return new;
end
$$;
create trigger token_transactions_apply before insert on public.token_transactions
for each row execute function private.ledger_apply();
create trigger token_transactions_refuse_writes before insert on public.token_transactions
for each row when (current_user <> 'postgres'::text) execute function private.refuse_write();

-- Rows are never changed or removed; only a deleted person's link and reasons are erased (D2, D12).
create function private.ledger_guard() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_erasable text[] := '{user_id,reason,reason_salt}';
begin
  -- Of a deletion, `new` is null.
  if to_jsonb(new) - v_erasable = to_jsonb(old) - v_erasable
    and (new.reason is not distinct from old.reason and new.reason_salt is not distinct from old.reason_salt
      or (new.reason is null and new.reason_salt is null and not exists (select from public.profiles where id = old.account_id)))
    and (new.user_id is not distinct from old.user_id
      or (new.user_id is null and not exists (select from public.profiles where id = old.user_id)))
  then
    return new;
  end if;
  raise exception 'ledger_is_append_only' using errcode = 'PT403';
end
$$;
create trigger token_transactions_guard before update or delete on public.token_transactions
for each row execute function private.ledger_guard();
create trigger token_transactions_no_truncate before truncate on public.token_transactions
for each statement execute function private.ledger_guard();

-- The only way to write the ledger; returns the id of the entry. `p_balance` only where the caller writes the balance itself (D7).
create function private.post_tokens(
  p_account uuid, p_type text, p_amount integer, p_description text, p_order uuid default null, p_code uuid default null,
  p_actor uuid default null, p_at timestamptz default null, p_balance integer default null, p_reason text default null
) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  insert into public.token_transactions
    (user_id, transaction_type, amount, description, order_id, redeem_code_id, actor_id, created_at, balance_after,
      reason)
  values (p_account, p_type, p_amount, p_description, p_order, p_code, p_actor, p_at, p_balance, p_reason)
  returning id into v_id;
  return v_id;
end
$$;

-- At commit, in constant time: the balance is that of the newest row, which ledger_apply() has compared with the row before it (D2).
create function private.check_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_account uuid;
  v_balance integer;
  v_newest integer;
begin
  if tg_table_name = 'profiles' then
    v_account := new.id;
  else
    v_account := new.account_id;
  end if;
  -- A deleted person has no balance.
  select p.current_tokens,
    (select t.balance_after from public.token_transactions as t where t.account_id = v_account order by t.seq desc limit 1)
  into v_balance, v_newest
  from public.profiles as p where p.id = v_account;
  if v_balance <> coalesce(v_newest, 0) then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
  end if;
  return null;
end
$$;
create constraint trigger profiles_balance after insert or update of current_tokens on public.profiles
deferrable initially deferred
for each row execute function private.check_balance();
create constraint trigger token_transactions_balance after insert on public.token_transactions
deferrable initially deferred
for each row execute function private.check_balance();

create function public.my_totals(p_type text default null)
returns table (received bigint, received_count bigint, spent bigint, spent_count bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  -- By account, not by policy: an admin may read every row.
  select
    coalesce(sum(t.amount) filter (where t.amount > 0), 0),
    count(*) filter (where t.amount > 0),
    coalesce(-sum(t.amount) filter (where t.amount < 0), 0),
    count(*) filter (where t.amount < 0)
  from public.token_transactions as t
  where t.account_id = (select private.actor()) and (p_type is null or t.transaction_type = p_type);
end;
comment on function public.my_totals is
  'Tokens that the caller received and spent, by sign, over all entries or those of one type (D4, D21).';
grant execute on function public.my_totals to authenticated;

-- The chain: each ledger row carries a hash of the row before it of the same account and of its own content (D47).

-- What stands for a reason in the chain (D47).
create function private.reason_digest(p_salt uuid, p_reason text) returns bytea
language sql stable set search_path = ''
return sha256(convert_to(p_salt || p_reason, 'UTF8'));

-- The hash of a ledger row after the one with the previous hash: version 1 of the serialisation (D47).
create function private.ledger_hash(p_previous bytea, p_row public.token_transactions) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(coalesce(p_previous, '\x') || convert_to(
    'guildhall ledger 1|' || p_row.account_id || '|' || coalesce(p_row.actor_id::text, '') || '|' || p_row.transaction_type
    || '|' || p_row.amount || '|' || p_row.balance_after || '|' || coalesce(p_row.order_id::text, '')
    || '|' || coalesce(p_row.redeem_code_id::text, '') || '|' || coalesce(encode(p_row.reason_digest, 'hex'), '')
    -- Not as a bigint, which holds no 'infinity': reconcile() has to name such a row.
    || '|' || trunc(extract(epoch from p_row.created_at) * 1000000), 'UTF8'));
end
$$;
