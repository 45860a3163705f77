-- How many codes there are, found and in all.

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
comment on function private.code_table(text) is 'The table of one kind of codes, token or invite.';

create function private.count_codes(p_kind text, p_used boolean, p_search text)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  execute format(
    'select count(*) from (select from public.%I as r where r.is_used = %L and (%s) limit %s) as found',
    private.code_table(p_kind), p_used,
    case when v_pattern is null then 'true' else format(private.code_hit(p_used), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$$;
comment on function private.count_codes(text, boolean, text) is
  'The count behind public.count_codes(); raises not_admin for anybody else.';

create function public.count_codes(p_kind text, p_used boolean, p_search text)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_codes(p_kind, p_used, p_search);
end;
comment on function public.count_codes(text, boolean, text) is
  'How many token or invite codes a search finds; 10,001 stands for more than 10,000. Admins only.';

create function private.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, tokens_total bigint, tokens_available bigint, tokens_used bigint
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  return query execute format(
    'select count(*), count(*) filter (where not is_used), count(*) filter (where is_used),
       coalesce(sum(%1$s), 0), coalesce(sum(%1$s) filter (where not is_used), 0), coalesce(sum(%1$s) filter (where is_used), 0)
     from public.%2$I',
    case p_kind when 'token' then 'token_value' else '0' end, private.code_table(p_kind)
  );
end
$$;
comment on function private.code_counts(text) is 'The count behind public.code_counts(); raises not_admin for anybody else.';

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
