-- The full reconciliation, for tests and admins; commits check balances in constant time.

create function private.reconcile()
returns table (account_id uuid, problem text)
language sql stable set search_path = ''
begin atomic
  with chain as (
    select t.account_id, t.amount, t.balance_after,
      coalesce(lag(t.balance_after) over (partition by t.account_id order by t.seq), 0) as balance_before
    from public.token_transactions as t
  ),
  paid as (
    select t.order_id, sum(t.amount) as amount from public.token_transactions as t
    where t.order_id is not null and t.transaction_type in ('redemption', 'refund') group by t.order_id
  )
  select p.id, 'balance ' || p.current_tokens || ' is not the ledger''s sum ' || coalesce(sum(t.amount), 0)
  from public.profiles as p left join public.token_transactions as t on t.account_id = p.id
  group by p.id having p.current_tokens <> coalesce(sum(t.amount), 0)
  union all
  select coalesce(p.id, b.user_id), 'balance ' || coalesce(p.current_tokens::text, 'none') || ' is sorted as ' || coalesce(b.tokens::text, 'none')
  from public.profiles as p full join private.sorted_balances as b on b.user_id = p.id where b.tokens is distinct from p.current_tokens
  union all
  select c.account_id, 'ledger row does not follow from the row before it'
  from chain as c where c.balance_after <> c.balance_before + c.amount
  union all
  select b.account_id, b.problem from private.broken_chains() as b
  union all
  select o.account_id, 'order ' || o.id || ' moved ' || coalesce(paid.amount, 0) || ' tokens'
  from public.orders as o left join paid on paid.order_id = o.id
  where o.user_id is not null
    and coalesce(paid.amount, 0) <> case when o.status = 'cancelled' then 0 else -coalesce(o.benefit_token_value, 0) end
  union all
  select coalesce(c.used_by, t.account_id), 'token code ' || c.id || ' and the ledger disagree'
  from public.redeem_codes as c left join public.token_transactions as t on t.redeem_code_id = c.id
  where (c.uses > 0) <> (t.id is not null)
    or t.amount <> c.token_value or (c.max_uses = 1 and c.used_by is not null and c.used_by <> t.account_id)
  union all
  select c.used_by, c.kind || ' code ' || c.id || ' and its uses disagree'
  from (
    select 'token' as kind, r.id, r.used_by, r.uses, r.max_uses,
      (select count(*) from public.token_transactions as t where t.redeem_code_id = r.id) as entries from public.redeem_codes as r
    union all
    select 'invite', i.id, i.used_by, i.uses, i.max_uses, i.uses from public.invite_codes as i
  ) as c
  where c.max_uses > 1
    and (c.uses <> c.entries or c.uses <> (select count(*) from public.code_uses as u where u.code_id = c.id))
  union all
  select t.account_id, 'ledger row ' || t.id || ' names an order that does not exist' from public.token_transactions as t
  where t.order_id is not null and not exists (select from public.orders as o where o.id = t.order_id)
  union all
  select t.account_id, 'ledger row ' || t.id || ' names a token code that does not exist' from public.token_transactions as t
  where t.redeem_code_id is not null and not exists (select from public.redeem_codes as c where c.id = t.redeem_code_id)
  union all
  select o.account_id, 'order ' || o.id || ' names a benefit that does not exist' from public.orders as o
  where o.benefit_id is not null and not exists (select from public.benefits as b where b.id = o.benefit_id)
  union all
  select l.user_id, l.what || ' ' || l.id || ' names a person that does not exist'
  from (
    select 'order' as what, o.id, o.user_id from public.orders as o
    union all
    select 'ledger row', t.id, t.user_id from public.token_transactions as t
    union all
    select 'token code', c.id, c.used_by from public.redeem_codes as c
    union all
    select 'invite code', c.id, c.used_by from public.invite_codes as c
    union all
    select 'use of code', u.code_id, u.user_id from public.code_uses as u
  ) as l
  where l.user_id is not null and not exists (select from public.profiles as p where p.id = l.user_id)
  union all
  select b.account_id, 'the ledger''s referral bonuses are ' || sum(b.amount) || ' tokens off'
  from (
    select t.account_id, t.amount from public.token_transactions as t where t.transaction_type = 'referral_bonus'
    union all
    select r.invited_id, -r.invited_received from private.referrals as r
    union all
    select r.referrer_id, -r.referrer_received from private.referrals as r
  ) as b
  group by b.account_id having sum(b.amount) <> 0
  union all
  select p.id, 'account without its signup bonus' from public.profiles as p
  where not exists (
    select from public.token_transactions as t where t.account_id = p.id and t.transaction_type = 'signup_bonus')
  union all
  select u.id, 'login without a profile' from auth.users as u
  where not exists (select from public.profiles as p where p.id = u.id);
end;
comment on function private.reconcile() is 'Every account whose balance, ledger, orders, codes or login disagree; no rows means consistent (D2).';

create function private.reconcile_for_admin()
returns table (account_id uuid, problem text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select r.account_id, r.problem from private.reconcile() as r;
end
$$;
comment on function private.reconcile_for_admin() is 'private.reconcile() for an admin; raises not_admin for everybody else.';

create function public.reconcile()
returns table (account_id uuid, problem text)
language sql stable set search_path = ''
begin atomic
  select r.account_id, r.problem from private.reconcile_for_admin() as r;
end;
comment on function public.reconcile() is 'Every inconsistent account; no rows means consistent (D2). Admins only.';
