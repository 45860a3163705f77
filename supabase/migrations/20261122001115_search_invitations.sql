-- Searching and counting the invitations that were sent by email, for admins (D20, D42).

create function private.invitation_stage(p_invitation public.invitations, p_code public.invite_codes)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_code.is_used then 'joined'
    when p_code.is_revoked then 'revoked'
    when p_code.expires_at <= now() then 'expired'
    when p_invitation.opened_at is not null then 'opened'
    when p_invitation.last_sent_at is not null then 'sent'
    else p_invitation.email_state
  end;
end
$$;
comment on function private.invitation_stage(public.invitations, public.invite_codes) is
  'What is known of an invitation: joined, revoked, expired, opened, sent, or that its email is waiting, given_up or skipped.';

create function private.search_invitations(
  p_search text, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns table (
  code_id uuid, code text, source text, inviter text, email text, bound boolean, message text, state text, sends integer,
  queued_at timestamptz, last_sent_at timestamptz, opened_at timestamptz, opens integer, joined_at timestamptz, joined_id uuid,
  joined_name text, expires_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := private.page_ids(
    p_from => '(select i.code_id as id, i.email, i.created_at from public.invitations as i where i.source <> ''link'') as r',
    p_where => 'true',
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(coalesce(r.email, ''))$text$,
    p_hit => $hit$lower(coalesce(r.email, '')) like %L$hit$,
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select i.code_id, c.code, i.source, p.name, i.email, c.email is not null, i.message, private.invitation_stage(i, c), i.sends,
    i.queued_at, i.last_sent_at, i.opened_at, i.opens, c.used_at, c.used_by, u.name, c.expires_at, i.created_at
  from unnest(v_ids) with ordinality as page (id, at)
  join public.invitations as i on i.code_id = page.id
  join public.invite_codes as c on c.id = page.id
  left join public.profiles as p on p.id = i.inviter_id
  left join public.profiles as u on u.id = c.used_by
  order by page.at;
end
$$;
comment on function private.search_invitations(text, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_invitations(); raises not_admin for everybody else.';

create function public.search_invitations(
  p_search text default null, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  code_id uuid, code text, source text, inviter text, email text, bound boolean, message text, state text, sends integer,
  queued_at timestamptz, last_sent_at timestamptz, opened_at timestamptz, opens integer, joined_at timestamptz, joined_id uuid,
  joined_name text, expires_at timestamptz, created_at timestamptz
)
language sql stable rows 26 set search_path = ''
begin atomic
  select i.* from private.search_invitations(p_search, p_key_value, p_key_id, p_reverse, p_limit) as i;
end;
comment on function public.search_invitations(text, timestamptz, uuid, boolean, integer) is
  'Invitations by email whose address contains a term, newest first, after a key (D20): `state` joined, revoked, expired, opened, sent, '
  'waiting, given_up, or skipped (not sent, as the address is a member''s or does not want it). Admins only (D42).';

create function private.invitation_counts(p_search text)
returns table (total bigint, sent bigint, opened bigint, joined bigint)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*), count(i.last_sent_at), count(*) filter (where i.opened_at is not null or c.is_used), count(*) filter (where c.is_used)
  from public.invitations as i join public.invite_codes as c on c.id = i.code_id
  where i.source <> 'link' and (coalesce(p_search, '') = '' or lower(coalesce(i.email, '')) like private.like_pattern(p_search));
end
$$;
comment on function private.invitation_counts(text) is
  'The counts behind public.invitation_counts(); raises not_admin for everybody else.';

create function public.invitation_counts(p_search text default null)
returns table (total bigint, sent bigint, opened bigint, joined bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.total, c.sent, c.opened, c.joined from private.invitation_counts(p_search) as c;
end;
comment on function public.invitation_counts(text) is
  'How many invitations by email there are, or a search finds, how many were sent, how many led to a visit, and how many joined. '
  'Admins only (D42).';
