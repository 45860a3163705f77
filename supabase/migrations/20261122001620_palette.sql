-- The command palette: the first few of everything that a caller may see and that a term matches.

create function private.search_own(p_term text)
returns table (kind text, id uuid, title text, detail text, state text)
language plpgsql stable security definer rows 10 set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(p_term);
begin
  return query
  (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), coalesce(o.benefit_name, b.name), o.status
  from public.orders as o left join public.benefits as b on b.id = o.benefit_id
  where o.user_id = private.actor() and lower(concat_ws(E'\n', o.order_number, o.benefit_name)) like v_pattern
  order by o.created_at desc, o.id desc limit 5)
  union all
  (select 'benefit', b.id, b.name, null, null
  from public.benefits as b
  where b.is_active and (b.closes_at is null or b.closes_at > now()) and private.is_member() and lower(b.name) like v_pattern
  order by lower(b.name), b.id limit 5);
end
$$;
comment on function private.search_own(text) is 'The caller''s own orders, and benefits of the catalogue, whose name contains a term.';

create function private.search_all(p_term text)
returns table (kind text, id uuid, title text, detail text, state text)
language plpgsql stable security definer rows 25 set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(p_term);
  -- Of a code, at least its last four characters.
  v_ending text := case when char_length(p_term) >= 4 then substr(v_pattern, 1, length(v_pattern) - 1) end;
begin
  return query
  (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), concat_ws(', ', coalesce(o.benefit_name, b.name), p.name), o.status
  from private.search_orders(jsonb_build_object('search', p_term), 'newest', null, null, false, 5) as o
  left join public.profiles as p on p.id = o.user_id left join public.benefits as b on b.id = o.benefit_id
  order by o.created_at desc, o.id desc)
  union all
  (select 'person', p.id, p.name, p.email, p.role
  from private.search_profiles(p_term, 'created_at', false, null, null, false, 5) as p
  order by p.created_at desc, p.id desc)
  union all
  (select 'benefit', b.id, b.name, null, case when b.is_active then 'active' else 'inactive' end
  from public.benefits as b where lower(b.name) like v_pattern order by lower(b.name), b.id limit 5)
  union all
  (select 'token_code', c.id, '••••' || right(c.code, 4), c.note, private.state_of_code(c.is_used, c.is_revoked, c.expires_at)
  from public.redeem_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5)
  union all
  (select 'invite_code', c.id, '••••' || right(c.code, 4), c.note, private.state_of_code(c.is_used, c.is_revoked, c.expires_at)
  from public.invite_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5);
end
$$;
comment on function private.search_all(text) is
  'Up to five orders, people, benefits and codes each that a term finds; a code by its end, of which four characters are '
  'shown. Does not check its caller.';

create function private.search_everything(p_term text, p_all boolean)
returns table (kind text, id uuid, title text, detail text, state text)
language plpgsql stable security definer rows 25 set search_path = ''
as $$
declare
  v_term text := coalesce(private.trim_text(p_term), '');
begin
  if p_all then
    perform private.require_admin();
  end if;
  if char_length(v_term) >= 2 then
    if p_all then
      return query select f.kind, f.id, f.title, f.detail, f.state from private.search_all(v_term) as f;
    else
      return query select f.kind, f.id, f.title, f.detail, f.state from private.search_own(v_term) as f;
    end if;
  end if;
end
$$;
comment on function private.search_everything(text, boolean) is 'The search behind public.search_everything(); raises not_admin.';

create function public.search_everything(p_term text, p_all boolean default false)
returns table (kind text, id uuid, title text, detail text, state text)
language sql stable rows 25 set search_path = ''
begin atomic
  select f.kind, f.id, f.title, f.detail, f.state from private.search_everything(p_term, p_all) as f;
end;
comment on function public.search_everything(text, boolean) is
  'What a term of at least two characters finds: of the caller''s own orders and the catalogue, or with `p_all`, for admins only, of everything.';
