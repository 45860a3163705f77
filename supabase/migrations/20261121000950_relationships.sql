-- What a list shows of another table, for the REST layer to embed (computed relationships). Each leads to one row, and none
-- leads back: a foreign key would be followed in both directions, doubling the answer with every level. They run as their
-- caller, so row rules hold.

create function public.customer(public.orders)
returns setof public.profiles
language sql stable rows 1 set search_path = ''
begin atomic
  select p from public.profiles as p where p.id = $1.user_id;
end;
comment on function public.customer(public.orders) is 'Relationship: the person who placed an order.';

create function public.benefit(public.orders)
returns setof public.benefits
language sql stable rows 1 set search_path = ''
begin atomic
  select b from public.benefits as b where b.id = $1.benefit_id;
end;
comment on function public.benefit(public.orders) is 'Relationship: the benefit of an order, as it is today.';

create function public.related_order(public.token_transactions)
returns setof public.orders
language sql stable rows 1 set search_path = ''
begin atomic
  select o from public.orders as o where o.id = $1.order_id;
end;
comment on function public.related_order(public.token_transactions) is 'Relationship: the order of a ledger entry.';

create function public.redeemer(public.redeem_codes)
returns setof public.profiles
language sql stable rows 1 set search_path = ''
begin atomic
  select p from public.profiles as p where p.id = $1.used_by;
end;
comment on function public.redeemer(public.redeem_codes) is 'Relationship: the person who used a token code.';

create function public.redeemer(public.invite_codes)
returns setof public.profiles
language sql stable rows 1 set search_path = ''
begin atomic
  select p from public.profiles as p where p.id = $1.used_by;
end;
comment on function public.redeemer(public.invite_codes) is 'Relationship: the person who used an invite code.';
