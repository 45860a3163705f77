-- The chain: each ledger row carries a hash of the row before it of the same account and of its own content (D47).

alter table public.token_transactions
add column reason_salt uuid,
add column reason_digest bytea,
add column hash bytea;
comment on column public.token_transactions.reason_salt is 'Random; keeps the digest from being guessed once the reason is erased (D12).';
comment on column public.token_transactions.reason_digest is 'sha256 of salt and reason: the part of the reason in the chain, which outlives it (D12, D47).';
comment on column public.token_transactions.hash is 'The head of the account''s chain after this row; docs/database.md describes what is hashed (D47).';

create function private.reason_digest(p_salt uuid, p_reason text)
returns bytea
language plpgsql stable set search_path = ''
as $$
begin
  return sha256(convert_to(p_salt || p_reason, 'UTF8'));
end
$$;
comment on function private.reason_digest(uuid, text) is 'What stands for a reason in the chain (D47).';

create function private.ledger_hash(p_previous bytea, p_row public.token_transactions)
returns bytea
language plpgsql stable set search_path = ''
as $$
begin
  return sha256(coalesce(p_previous, '\x') || convert_to(
    'guildhall ledger 1|' || p_row.account_id || '|' || coalesce(p_row.actor_id::text, '') || '|' || p_row.transaction_type
    || '|' || p_row.amount || '|' || p_row.balance_after || '|' || coalesce(p_row.order_id::text, '')
    || '|' || coalesce(p_row.redeem_code_id::text, '') || '|' || coalesce(encode(p_row.reason_digest, 'hex'), '')
    -- Not as a bigint, which holds no 'infinity': reconcile() has to name such a row.
    || '|' || trunc(extract(epoch from p_row.created_at) * 1000000), 'UTF8'));
end
$$;
comment on function private.ledger_hash(bytea, public.token_transactions) is
  'The hash of a ledger row after the one with the previous hash: version 1 of the serialisation (D47).';

create function private.ledger_chain()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash bytea;
  v_balance integer;
begin
  if new.reason is not null then
    new.reason_salt := gen_random_uuid();
    new.reason_digest := private.reason_digest(new.reason_salt, new.reason);
  end if;
  -- Under the lock of the profile's row, as `seq`.
  select t.hash, t.balance_after into v_hash, v_balance
  from public.token_transactions as t where t.account_id = new.account_id order by t.seq desc limit 1;
  if new.balance_after <> coalesce(v_balance, 0) + new.amount then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = new.account_id::text;
  end if;
  new.hash := private.ledger_hash(v_hash, new);
  return new;
end
$$;
comment on function private.ledger_chain() is 'Trigger: chains a ledger row to the row before it of the same account, from whose balance it must follow (D2, D47).';

-- Rows of a ledger that is older than the chain, in their order.
create aggregate private.ledger_head(public.token_transactions) (sfunc = private.ledger_hash, stype = bytea);
alter table public.token_transactions disable trigger token_transactions_guard;
update public.token_transactions set reason_salt = gen_random_uuid() where reason is not null;
update public.token_transactions set reason_digest = private.reason_digest(reason_salt, reason) where reason is not null;
update public.token_transactions as t set hash = c.head
from (select r.id, private.ledger_head(r) over (partition by r.account_id order by r.seq) as head from public.token_transactions as r) as c
where c.id = t.id;
alter table public.token_transactions enable trigger token_transactions_guard;
drop aggregate private.ledger_head(public.token_transactions);

alter table public.token_transactions alter column hash set not null;
-- After token_transactions_apply, which sets account, balance and time: triggers fire in the order of their names.
create trigger token_transactions_chain before insert on public.token_transactions
for each row execute function private.ledger_chain();

create function private.broken_chains()
returns table (account_id uuid, problem text)
language sql stable set search_path = ''
begin atomic
  select c.account_id, 'ledger row ' || c.id || ' is not the one that was chained'
  from (
    select t.account_id, t.id, t.reason is not null
      and (t.reason_digest is null or t.reason_digest is distinct from private.reason_digest(t.reason_salt, t.reason))
      -- Erased with the person only (D12).
      or t.reason is null and t.reason_digest is not null and p.id is not null
      or not isfinite(t.created_at)
      or t.hash <> private.ledger_hash(lag(t.hash) over (partition by t.account_id order by t.seq), t) as broken
    from public.token_transactions as t left join public.profiles as p on p.id = t.account_id
  ) as c
  where c.broken
  union all
  select p.id, 'ledger row ' || t.id || ' is hidden from its member'
  from public.token_transactions as t join public.profiles as p on p.id = t.account_id
  where t.user_id is distinct from p.id;
end;
comment on function private.broken_chains() is 'Ledger rows that do not follow from the row before them; part of private.reconcile() (D47).';
