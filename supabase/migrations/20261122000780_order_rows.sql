-- What the columns of an order hold.

create function private.is_order(p_status text, p_method text, p_unit text, p_price integer, p_email text)
returns boolean
language plpgsql immutable security definer set search_path = ''
as $$
begin
  return p_status in ('pending', 'processing', 'completed', 'delivered', 'cancelled')
    and p_method in ('manual', 'key', 'link', 'file')
    and p_unit in ('held', 'returned', 'spent')
    and (p_price is null or p_price >= 0)
    and (p_email is null or char_length(p_email) <= 254 and private.is_email(p_email));
end
$$;
comment on function private.is_order(text, text, text, integer, text) is
  'What the columns of an order may hold. One function, because Postgres parses each CHECK again for each statement.';

create function private.order_text(p_number text, p_customer text, p_email text, p_benefit text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return lower(
    coalesce(p_number, '') || E'\n' || coalesce(p_customer, '') || E'\n' || coalesce(p_email, '') || E'\n' || coalesce(p_benefit, ''));
end
$$;
comment on function private.order_text(text, text, text, text) is 'What a search of orders finds an order by.';
