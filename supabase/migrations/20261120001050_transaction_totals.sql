-- Totals of the caller's own ledger, whatever the list shows of it (D4, D21).

create function public.my_totals(p_type text default null)
returns table (received bigint, received_count bigint, spent bigint, spent_count bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  -- By account, not by policy: an admin may read every row, but these are one person's.
  select
    coalesce(sum(t.amount) filter (where t.amount > 0), 0),
    count(*) filter (where t.amount > 0),
    coalesce(-sum(t.amount) filter (where t.amount < 0), 0),
    count(*) filter (where t.amount < 0)
  from public.token_transactions as t
  where t.account_id = (select auth.uid()) and (p_type is null or t.transaction_type = p_type);
end;
comment on function public.my_totals(text) is
  'What the caller received and spent, by sign, over all own entries or those of one type (D4, D21).';
