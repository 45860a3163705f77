-- What a member received and spent, over every row: a page of the ledger cannot say it (D21).

create function public.my_totals()
returns table (received bigint, spent bigint, transactions bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  select
    coalesce(sum(t.amount) filter (where t.amount > 0), 0),
    coalesce(-sum(t.amount) filter (where t.amount < 0), 0),
    count(*)
  from public.token_transactions as t
  where t.user_id = (select auth.uid());
end;
comment on function public.my_totals() is
  'The caller''s tokens received, tokens spent and number of ledger rows; by sign, never by type (D4, D21).';
