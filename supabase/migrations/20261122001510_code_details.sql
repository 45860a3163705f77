-- What admins see of one code, and which codes exist already.

create function private.code_details(p_kind text, p_id uuid)
returns table (
  id uuid, code text, note text, token_value integer, max_uses integer, uses integer, is_used boolean, expires_at timestamptz,
  created_at timestamptz, creator text, batch_id uuid, batch_codes bigint, batch_available bigint, revoked_at timestamptz, revoked_reason text,
  revoker text, bound_to text, source text, inviter text, sent_to text, invitation_state text, sends integer, last_sent_at timestamptz,
  opened_at timestamptz, opens integer
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query execute format(
    $sql$select r.id, r.code, r.note, %2$s, r.max_uses, r.uses, r.is_used, r.expires_at, r.created_at, creator.name, r.batch_id, b.codes, b.available,
      r.revoked_at, r.revoked_reason, revoker.name, %3$s
    from public.%1$I as r
    left join public.profiles as creator on creator.id = r.created_by
    left join public.profiles as revoker on revoker.id = r.revoked_by
    cross join lateral (
      select count(*) as codes, count(*) filter (where private.state_of_code(o.is_used, o.is_revoked, o.expires_at) = 'available') as available
      from public.%1$I as o where o.batch_id = r.batch_id
    ) as b
    %4$s
    where r.id = $1$sql$,
    private.code_table(p_kind),
    case p_kind when 'token' then 'r.token_value' else 'null::integer' end,
    case p_kind when 'token' then 'null, null, null, null, null, null::integer, null::timestamptz, null::timestamptz, null::integer'
      else 'r.email, i.source, inviter.name, i.email, case when i.source <> ''link'' then private.invitation_stage(i, r) end, i.sends, '
        'i.last_sent_at, i.opened_at, i.opens' end,
    case p_kind when 'invite' then 'left join public.invitations as i on i.code_id = r.id '
      'left join public.profiles as inviter on inviter.id = i.inviter_id' else '' end
  ) using p_id;
end
$$;
comment on function private.code_details(text, uuid) is 'The row behind public.code_details(); raises not_admin for everybody else.';

create function public.code_details(p_kind text, p_id uuid)
returns table (
  id uuid, code text, note text, token_value integer, max_uses integer, uses integer, is_used boolean, expires_at timestamptz,
  created_at timestamptz, creator text, batch_id uuid, batch_codes bigint, batch_available bigint, revoked_at timestamptz, revoked_reason text,
  revoker text, bound_to text, source text, inviter text, sent_to text, invitation_state text, sends integer, last_sent_at timestamptz,
  opened_at timestamptz, opens integer
)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.* from private.code_details(p_kind, p_id) as c;
end;
comment on function public.code_details(text, uuid) is
  'One token or invite code: who created and revoked it, its batch, and what is known of its invitation. Admins only (D41, D42).';

create function private.code_users(p_kind text, p_id uuid, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer)
returns table (
  id uuid, user_id uuid, name text, email text, used_at timestamptz, tokens integer, order_id uuid, order_number text, ordered_at timestamptz
)
language plpgsql stable security definer rows 10 set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return query execute format(
    $sql$with page as materialized (
      select u.* from (
        select o.account_id as id, o.user_id, o.used_at from public.code_uses as o where o.code_id = $1
        union all
        select coalesce(r.used_by, r.id), r.used_by, r.used_at from public.%1$I as r
        where r.id = $1 and r.uses = 1 and not exists (select from public.code_uses as o where o.code_id = $1)
      ) as u
      where $3 is null or (u.used_at, u.id) %2$s ($2, $3)
      order by u.used_at %3$s, u.id %3$s limit $4
    )
    select u.id, u.user_id, p.name, p.email, u.used_at, t.amount, o.id, o.order_number, o.created_at
    from page as u
    left join public.profiles as p on p.id = u.user_id
    left join public.token_transactions as t on t.account_id = u.id and %4$s
    left join lateral (
      select o.id, o.order_number, o.created_at from public.orders as o
      where o.user_id = u.user_id and o.created_at >= u.used_at order by o.created_at, o.id limit 1
    ) as o on true
    order by u.used_at %3$s, u.id %3$s$sql$,
    private.code_table(p_kind), case when p_reverse then '>' else '<' end, case when p_reverse then 'asc' else 'desc' end,
    case p_kind when 'token' then 't.redeem_code_id = $1' else 't.transaction_type = ''signup_bonus''' end
  ) using p_id, p_key_value, p_key_id, private.page_size(p_limit);
end
$$;
comment on function private.code_users(text, uuid, timestamptz, uuid, boolean, integer) is
  'The people behind public.code_users(); raises not_admin for everybody else.';

create function public.code_users(
  p_kind text, p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, user_id uuid, name text, email text, used_at timestamptz, tokens integer, order_id uuid, order_number text, ordered_at timestamptz
)
language sql stable rows 10 set search_path = ''
begin atomic
  select u.* from private.code_users(p_kind, p_id, p_key_value, p_key_id, p_reverse, p_limit) as u;
end;
comment on function public.code_users(text, uuid, timestamptz, uuid, boolean, integer) is
  'Who used a code, newest first, after a key, and what it led to: the tokens credited, which of an invite code are the signup bonus, and '
  'the first order since. `id` is the account, which outlives the person (D12). Admins only (D41).';

create function private.taken_codes(p_kind text, p_codes text[])
returns setof integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(p_codes) > 10000 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query execute format(
    'select c.at::integer from unnest($1) with ordinality as c (code, at)
    where exists (select from public.%I as r where r.code = private.normalize_code(c.code)) order by c.at',
    private.code_table(p_kind)) using p_codes;
end
$$;
comment on function private.taken_codes(text, text[]) is 'The positions behind public.taken_codes(); raises not_admin for everybody else.';

create function public.taken_codes(p_kind text, p_codes text[])
returns setof integer
language sql stable set search_path = ''
begin atomic
  select private.taken_codes(p_kind, p_codes);
end;
comment on function public.taken_codes(text, text[]) is
  'Which of at most 10,000 codes exist already, in any spelling (D10), by their positions from 1. Admins only.';
