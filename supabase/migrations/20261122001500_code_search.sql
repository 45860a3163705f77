-- Searching and counting token codes and invite codes, for admins.

create function private.code_table(p_kind text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  case p_kind
    when 'token' then return 'redeem_codes';
    when 'invite' then return 'invite_codes';
    else raise exception 'unknown_kind' using errcode = 'PT400';
  end case;
end
$$;
comment on function private.code_table(text) is 'The table of a kind of code: token or invite.';

create function private.code_match(p_used boolean)
returns text
language sql immutable set search_path = ''
begin atomic
  -- Available codes have no user. An array, so that both indexes can be used: of the text, and of the user.
  select $hit$lower(r.code || E'\n' || coalesce(r.note, '')) like %1$L$hit$ || case when p_used then
    $hit$ or r.used_by = any (array(
      select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like %1$L))$hit$ else '' end;
end;
comment on function private.code_match(boolean) is
  'The condition, as a format of the pattern, of a code `r` whose text contains a term or whose user''s name or email does.';

create function private.search_codes(
  p_table anyelement, p_search text, p_used boolean,
  p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof anyelement
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := private.page_ids(
    p_from => format('%s as r', pg_typeof(p_table)),
    p_where => format('r.is_used = %L', p_used),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by)))$text$,
    p_hit => private.code_match(p_used),
    -- Each row needs a lookup of a person.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query execute format(
    'select c.* from unnest($1) with ordinality as page (id, position) join %s as c using (id) order by page.position',
    pg_typeof(p_table)
  ) using v_ids;
end
$$;
comment on function private.search_codes(anyelement, text, boolean, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_redeem_codes() and search_invite_codes(), by the row type; raises not_admin for everybody else.';

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
  select c from private.search_codes(
    null::public.redeem_codes, p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_redeem_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'Token codes, used or available, whose code, note or user contains a term, newest first, after a key (D20). '
  '`p_reverse` reads from the oldest. Admins only.';

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
  select c from private.search_codes(
    null::public.invite_codes, p_search, p_used, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_invite_codes(text, boolean, timestamptz, uuid, boolean, integer) is
  'Invite codes, used or available, whose code, note or user contains a term, newest first, after a key (D20). '
  '`p_reverse` reads from the oldest. Admins only.';

create function private.count_codes(p_kind text, p_used boolean, p_search text)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
  execute format(
    'select count(*) from (select from public.%I as r where r.is_used = %L and (%s) limit %s) as found',
    private.code_table(p_kind), p_used,
    case when v_pattern is null then 'true' else format(private.code_match(p_used), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$$;
comment on function private.count_codes(text, boolean, text) is
  'The count behind public.count_codes(); raises not_admin for everybody else.';

create function public.count_codes(p_kind text, p_used boolean, p_search text)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_codes(p_kind, p_used, p_search);
end;
comment on function public.count_codes(text, boolean, text) is
  'How many token or invite codes a search finds; 10,001 means more than 10,000. Admins only.';

create function private.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, tokens_total bigint, tokens_available bigint, tokens_used bigint
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query execute format(
    'select count(*), count(*) filter (where not is_used), count(*) filter (where is_used),
       coalesce(sum(%1$s), 0), coalesce(sum(%1$s) filter (where not is_used), 0), coalesce(sum(%1$s) filter (where is_used), 0)
     from public.%2$I',
    case p_kind when 'token' then 'token_value' else '0' end, private.code_table(p_kind)
  );
end
$$;
comment on function private.code_counts(text) is 'The counts behind public.code_counts(); raises not_admin for everybody else.';

create function public.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, tokens_total bigint, tokens_available bigint, tokens_used bigint
)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.total, c.available, c.used, c.tokens_total, c.tokens_available, c.tokens_used
  from private.code_counts(p_kind) as c;
end;
comment on function public.code_counts(text) is
  'How many token or invite codes there are and what the token codes are worth, available and used. Admins only.';
