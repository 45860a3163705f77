-- Stock, limit and times of benefits, as orders meet them (D38).

-- Assigned by its callers, not performed: an expression costs a tenth of a query.
create function private.check_offer(p_benefit public.benefits, p_price integer)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_benefit.id is null or not p_benefit.is_active then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  elsif p_benefit.opens_at > now() then
    raise exception 'not_open_yet' using errcode = 'PT409';
  elsif p_benefit.closes_at <= now() then
    raise exception 'closed' using errcode = 'PT410';
  elsif p_price <> p_benefit.token_value then
    raise exception 'price_changed' using errcode = 'PT409', detail = p_benefit.token_value::text;
  end if;
  return true;
end
$$;
comment on function private.check_offer(public.benefits, integer) is 'True if a benefit is offered at this price now; otherwise raises the reason (D38).';

create function private.check_limit(p_benefit public.benefits, p_member uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_benefit.per_member_limit <= (
    select count(*) from public.orders as o
    where o.user_id = p_member and o.benefit_id = p_benefit.id and o.unit <> 'returned')
  then
    raise exception 'limit_reached' using errcode = 'PT409';
  end if;
end
$$;
comment on function private.check_limit(public.benefits, uuid) is
  'Raises limit_reached if a member is not below the limit of a benefit, to which returned orders do not count (D38).';

create function private.order_unit(p_unit text, p_status text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_unit = 'spent' or p_status = 'delivered' then 'spent'
    when p_status = 'cancelled' then 'returned' else 'held' end;
end
$$;
comment on function private.order_unit(text, text) is
  'The state of an order''s unit after a status change: spent permanently by delivery, returned by a cancellation before it (D38).';

create function private.take_stock(p_benefit uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  update private.benefit_stock set stock = stock - 1 where benefit_id = p_benefit and stock > 0;
  if not found and exists (select from private.benefit_stock where benefit_id = p_benefit) then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
end
$$;
comment on function private.take_stock(uuid) is
  'Locks the stock of a benefit, if it still has one, and takes one from it; raises sold_out (D38).';
