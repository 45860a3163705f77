-- What members see of their invitations (D43).

create function private.invitation_lines(p_member uuid)
returns table (id uuid, by_link boolean, email text, name text, state text, at timestamptz, received integer, sends integer, queued_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select l.* from (
    select i.code_id, i.source = 'link', i.email, p.name,
      case
        when r.invited_id is not null or c.uses > 0 then 'joined'
        when c.is_revoked then 'revoked'
        when c.expires_at <= now() then 'expired'
        when i.opened_at is not null then 'opened'
        -- Also what was never sent: who is a member, or wants no invitation, is not told (D42).
        else 'sent'
      end,
      coalesce(r.joined_at, i.opened_at, i.queued_at, i.created_at), coalesce(r.referrer_received, 0), i.sends, i.queued_at
    from public.invitations as i
    join public.invite_codes as c on c.id = i.code_id
    left join private.referrals as r on r.code_id = i.code_id and r.referrer_id = p_member
    left join public.profiles as p on p.id = r.invited_id
    where i.inviter_id = p_member
      and (i.source = 'member' or (i.source = 'admin' and private.is_admin()) or r.invited_id is not null)
  ) as l (id, by_link, email, name, state, at, received, sends, queued_at)
  order by l.at desc, l.id limit 200;
end
$$;
comment on function private.invitation_lines(uuid) is
  'The newest invitations of a member, and who joined by the link; never who was a member before, nor what anybody orders.';

create function private.my_invitations()
returns table (
  quota integer, remaining integer, until timestamptz, code text, bonus integer, received bigint,
  own_joined_at timestamptz, own_bonus integer, own_received integer, invitations jsonb
)
language plpgsql security definer rows 1 set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  quota := private.setting_number('invitations_per_member');
  code := private.own_link(private.actor());
  remaining := private.invitations_left(private.actor());
  until := (select y.ends_at from private.membership_year(private.actor(), now()) as y);
  bonus := private.setting_number('referral_bonus');
  received := (
    select coalesce(sum(t.amount), 0) from public.token_transactions as t
    where t.account_id = private.actor() and t.transaction_type = 'referral_bonus' and t.amount > 0);
  select r.joined_at, r.bonus, r.invited_received into own_joined_at, own_bonus, own_received
  from private.referrals as r where r.invited_id = private.actor();
  invitations := (select coalesce(jsonb_agg(l order by l.at desc, l.id), '[]') from private.invitation_lines(private.actor()) as l);
  return next;
end
$$;
comment on function private.my_invitations() is 'The row behind public.my_invitations().';

create function public.my_invitations()
returns table (
  quota integer, remaining integer, until timestamptz, code text, bonus integer, received bigint,
  own_joined_at timestamptz, own_bonus integer, own_received integer, invitations jsonb
)
language sql rows 1 set search_path = ''
begin atomic
  select m.quota, m.remaining, m.until, m.code, m.bonus, m.received, m.own_joined_at, m.own_bonus, m.own_received, m.invitations
  from private.my_invitations() as m;
end;
comment on function public.my_invitations() is
  'The caller''s invitations: how many a year, how many are left and until when, the code of the link (created when there is none), what '
  'both receive, what came in so far, how the caller was invited, and the newest 200 with their state: sent, opened, joined, expired, revoked (D43).';
