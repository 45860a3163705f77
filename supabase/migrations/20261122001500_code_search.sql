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

create function private.code_state(p_state text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  case p_state
    when 'available' then return 'not r.is_used and not r.is_revoked and coalesce(r.expires_at > now(), true)';
    when 'used' then return 'r.is_used and not r.is_revoked';
    when 'expired' then return 'not r.is_used and not r.is_revoked and r.expires_at <= now()';
    when 'revoked' then return 'r.is_revoked and not r.is_used';
    else raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
  end case;
end
$$;
comment on function private.code_state(text) is 'The condition of a code `r` that is available, used up, expired or revoked (D41).';

create function private.code_match(p_state text)
returns text
language sql immutable set search_path = ''
begin atomic
  select $hit$lower(r.code || E'\n' || coalesce(r.note, '')) like %1$L or $hit$ || case
    when p_state in ('available', 'expired', 'revoked') then
      -- However many people a term finds, only codes that are partly used need a lookup: the index has just these.
      'r.uses > 0 and ' || private.code_state(p_state) || $hit$ and (
        select lower(p.name || E'\n' || p.email) from public.profiles as p where p.id = r.used_by) like %1$L$hit$
    else
      -- An array, so that both indexes can be used: of the text, and of the user.
      $hit$r.used_by = any (array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like %1$L))$hit$
    end;
end;
comment on function private.code_match(text) is
  'The condition, as a format of the pattern, of a code `r` in a state, or in any, whose text contains a term or whose last user''s name '
  'or email does.';

create function private.code_listed(p_kind text)
returns text
language sql immutable set search_path = ''
begin atomic
  select case p_kind when 'invite' then 'r.is_plain' else 'true' end;
end;
comment on function private.code_listed(text) is
  'The condition of a code `r` that the lists of codes show: not those of invitations, which have their own (D42).';

create function private.search_codes(
  p_table anyelement, p_search text, p_state text,
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
    p_where => private.code_state(p_state) || ' and ' || private.code_listed(case pg_typeof(p_table)::text when 'public.invite_codes' then 'invite' end),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by)))$text$,
    p_hit => private.code_match(p_state),
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
comment on function private.search_codes(anyelement, text, text, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_redeem_codes() and search_invite_codes(), by the row type; raises not_admin for everybody else.';

create function public.search_redeem_codes(
  p_search text,
  p_state text,
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.redeem_codes
language sql stable rows 26 set search_path = ''
begin atomic
  select c from private.search_codes(
    null::public.redeem_codes, p_search, p_state, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_redeem_codes(text, text, timestamptz, uuid, boolean, integer) is
  'Token codes, available, used, expired or revoked, whose code, note or user contains a term, newest first, after a key (D20). '
  '`p_reverse` reads from the oldest. Admins only.';

create function public.search_invite_codes(
  p_search text,
  p_state text,
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.invite_codes
language sql stable rows 26 set search_path = ''
begin atomic
  select c from private.search_codes(
    null::public.invite_codes, p_search, p_state, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_invite_codes(text, text, timestamptz, uuid, boolean, integer) is
  'Invite codes, available, used, expired or revoked, whose code, note or user contains a term, newest first, after a key (D20). '
  '`p_reverse` reads from the oldest. Admins only.';

create function private.count_codes(p_kind text, p_state text, p_search text)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
  execute format(
    'select count(*) from (select from public.%I as r where %s and (%s) limit %s) as found',
    private.code_table(p_kind), private.code_state(p_state) || ' and ' || private.code_listed(p_kind),
    case when v_pattern is null then 'true' else format(private.code_match(p_state), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$$;
comment on function private.count_codes(text, text, text) is
  'The count behind public.count_codes(); raises not_admin for everybody else.';

create function public.count_codes(p_kind text, p_state text, p_search text)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_codes(p_kind, p_state, p_search);
end;
comment on function public.count_codes(text, text, text) is
  'How many token or invite codes a search finds; 10,001 means more than 10,000. Admins only.';

create function private.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, expired bigint, revoked bigint, uses bigint, uses_left bigint,
  tokens_claimed bigint, tokens_left bigint, tokens_lapsed bigint
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query execute format(
    $sql$select (select count(*) from public.%2$I), count(*) filter (where c.state = 'available'), count(*) filter (where c.state = 'used'),
      count(*) filter (where c.state = 'expired'), count(*) filter (where c.state = 'revoked'),
      coalesce(sum(c.uses), 0), coalesce(sum(c.rest) filter (where c.state = 'available'), 0),
      coalesce(sum(c.uses * c.value), 0)::bigint, coalesce(sum(c.rest * c.value) filter (where c.state = 'available'), 0)::bigint,
      coalesce(sum(c.rest * c.value) filter (where c.state in ('expired', 'revoked')), 0)::bigint
    from (
      select private.state_of_code(r.is_used, r.is_revoked, r.expires_at) as state, r.uses, r.max_uses - r.uses as rest, %1$s::bigint as value
      -- Once for each code, not for each count.
      from public.%2$I as r where %3$s offset 0
    ) as c$sql$,
    case p_kind when 'token' then 'r.token_value' else '0' end, private.code_table(p_kind), private.code_listed(p_kind));
end
$$;
comment on function private.code_counts(text) is 'The counts behind public.code_counts(); raises not_admin for everybody else.';

create function public.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, expired bigint, revoked bigint, uses bigint, uses_left bigint,
  tokens_claimed bigint, tokens_left bigint, tokens_lapsed bigint
)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.total, c.available, c.used, c.expired, c.revoked, c.uses, c.uses_left, c.tokens_claimed, c.tokens_left, c.tokens_lapsed
  from private.code_counts(p_kind) as c;
end;
comment on function public.code_counts(text) is
  'How many codes there are, and of those (invite codes: without an invitation) how many in each state, how often they were and '
  'can be used, and the tokens that were claimed, can be and no longer can. Admins only.';
