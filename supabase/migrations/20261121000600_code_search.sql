-- The lists of codes, as admins search and count them.

create index redeem_codes_search_idx on public.redeem_codes
using gin (lower(code || E'\n' || coalesce(note, '')) extensions.gin_trgm_ops);
create index invite_codes_search_idx on public.invite_codes
using gin (lower(code || E'\n' || coalesce(note, '')) extensions.gin_trgm_ops);

create function private.code_hit(p_used boolean)
returns text
language sql immutable set search_path = ''
begin atomic
  -- Nobody has used what is available. An array, so that both indexes can be used: of the text, and of who used it.
  select $hit$lower(r.code || E'\n' || coalesce(r.note, '')) like %1$L$hit$ || case when p_used then
    $hit$ or r.used_by = any (array(
      select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like %1$L))$hit$ else '' end;
end;
comment on function private.code_hit(boolean) is
  'The condition, with a place for the pattern, of a code `r` that contains a term or was used by somebody who does.';

create function private.code_page_ids(
  p_table text, p_search text, p_used boolean,
  p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  return private.page_ids(
    p_from => format('public.%I as r', p_table),
    p_where => format('r.is_used = %L', p_used),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by)))$text$,
    p_hit => private.code_hit(p_used),
    -- Each of these looks up a person as well.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
end
$$;
comment on function private.code_page_ids(text, text, boolean, timestamptz, uuid, boolean, integer) is
  'The ids of one page of a table of codes; raises not_admin for anybody else.';

create function private.search_redeem_codes(
  p_search text, p_used boolean, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.redeem_codes
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_ids uuid[] :=
    private.code_page_ids('redeem_codes', p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit);
begin
  return query
  select c.* from unnest(v_ids) with ordinality as page (id, position) join public.redeem_codes as c using (id)
  order by page.position;
end
$$;
comment on function private.search_redeem_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_redeem_codes(); raises not_admin for anybody else.';

create function private.search_invite_codes(
  p_search text, p_used boolean, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.invite_codes
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_ids uuid[] :=
    private.code_page_ids('invite_codes', p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit);
begin
  return query
  select c.* from unnest(v_ids) with ordinality as page (id, position) join public.invite_codes as c using (id)
  order by page.position;
end
$$;
comment on function private.search_invite_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_invite_codes(); raises not_admin for anybody else.';

create function public.search_redeem_codes(
  p_search text,
  p_used boolean,
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.redeem_codes
language sql stable rows 26 set search_path = ''
begin atomic
  select c from private.search_redeem_codes(p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_redeem_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'Token codes, used or available, that contain a term in the code, its note or who used it, newest first, beyond a '
  'key (D20). `p_reverse` reads from the oldest. Admins only.';

create function public.search_invite_codes(
  p_search text,
  p_used boolean,
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.invite_codes
language sql stable rows 26 set search_path = ''
begin atomic
  select c from private.search_invite_codes(p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_invite_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'Invite codes, used or available, that contain a term in the code, its note or who used it, newest first, beyond a '
  'key (D20). `p_reverse` reads from the oldest. Admins only.';
