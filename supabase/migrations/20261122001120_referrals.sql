-- Members' invitations: how many they have, their link, and who joined by them (D43).

create table private.referrals (
  invited_id uuid primary key,
  referrer_id uuid not null,
  code_id uuid not null,
  -- What both receive, as promised at joining; 0 for somebody who is no new person.
  bonus integer not null check (bonus between 0 and 999),
  joined_at timestamptz not null,
  settled_at timestamptz,
  invited_received integer not null default 0 check (invited_received in (0, bonus)),
  referrer_received integer not null default 0 check (referrer_received in (0, bonus)),
  constraint referrals_settled check (settled_at is not null or invited_received + referrer_received = 0)
);
comment on table private.referrals is
  'Who joined by whose invitation, and what both received. The ids outlive the people, as `account_id` in the ledger does (D12, D43).';
create index referrals_referrer_idx on private.referrals (referrer_id, joined_at);
create index referrals_code_idx on private.referrals (code_id);
create index referrals_open_idx on private.referrals (invited_id) where settled_at is null and bonus > 0;

create function private.setting_number(p_key text)
returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select s.value::integer from public.app_settings as s where s.key = p_key), 0);
end
$$;
comment on function private.setting_number(text) is 'A setting that is a number; 0 unless an admin has set it.';

create function private.membership_year(p_member uuid, p_at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql stable rows 1 set search_path = ''
as $$
declare
  v_start timestamp;
  v_years integer;
begin
  select p.membership_start_date at time zone 'UTC' into v_start from public.profiles as p where p.id = p_member;
  v_years := extract(year from age(p_at at time zone 'UTC', v_start));
  -- Somebody who began on 29 February begins each year on the 28th.
  if v_start + (v_years + 1) * interval '1 year' <= p_at at time zone 'UTC' then
    v_years := v_years + 1;
  end if;
  starts_at := (v_start + v_years * interval '1 year') at time zone 'UTC';
  ends_at := (v_start + (v_years + 1) * interval '1 year') at time zone 'UTC';
  return next;
end
$$;
comment on function private.membership_year(uuid, timestamptz) is
  'The year of membership that a time is in, counted from the day of joining: invitations are given for each.';

create function private.invitations_used(p_member uuid, p_since timestamptz)
returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  -- Sent emails and people who joined by the link; corrected, revoked and expired ones too, and whoever was deleted since.
  return (
    select coalesce(sum(case i.source when 'member' then 1 else c.uses end), 0)
    from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.inviter_id = p_member and i.source in ('member', 'link') and i.created_at >= p_since);
end
$$;
comment on function private.invitations_used(uuid, timestamptz) is 'How many invitations a member has used since a time; nothing gives one back (D42).';

create function private.invitations_left(p_member uuid)
returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select greatest(0, private.setting_number('invitations_per_member') - private.invitations_used(p_member, y.starts_at))
    from private.membership_year(p_member, now()) as y);
end
$$;
comment on function private.invitations_left(uuid) is
  'How many invitations a member has left this year of membership, by email and link together (D43).';

create function private.live_link(p_member uuid)
returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.id from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.inviter_id = p_member and i.source = 'link' and not c.is_used and not c.is_revoked and c.expires_at > now()
    order by i.created_at desc limit 1);
end
$$;
comment on function private.live_link(uuid) is 'The code of a member''s link, if there is one that works.';

create function private.is_over_link(p_code_id uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.invitations as i
    where i.code_id = p_code_id and i.source = 'link'
      and (i.inviter_id is null or private.live_link(i.inviter_id) is not null or private.invitations_left(i.inviter_id) = 0));
end
$$;
comment on function private.is_over_link(uuid) is
  'Whether a code was the link of a member who has left, has another one, or has no invitations left: it would admit more people than '
  'the member may invite.';

create function private.lock_link(p_member uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.invite_codes as c where c.id = private.live_link(p_member) for no key update;
end
$$;
comment on function private.lock_link(uuid) is
  'Blocks sign-ups by a member''s link, so that the remaining invitations can be counted. Call it after lock_invitations(), which '
  'blocks emails and new links.';

create function private.settle_links(p_member uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  -- Counted by the next statement: who joined until now has committed.
  perform from public.invite_codes as c
  where c.id in (
    select i.code_id from public.invitations as i
    where i.source = 'link' and i.inviter_id is not null and (p_member is null or i.inviter_id = p_member))
    and not c.is_used and not c.is_revoked
  order by c.id for no key update;
  with links as materialized (
    select c.id, i.inviter_id, private.invitations_left(i.inviter_id) as remaining
    from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.source = 'link' and (p_member is null or i.inviter_id = p_member)
      and i.inviter_id is not null and not c.is_used and not c.is_revoked and c.expires_at > now()
  )
  update public.invite_codes as c set
    max_uses = c.uses + greatest(l.remaining, 1),
    -- Not by expiry: a sign-up that began before would still be in time.
    revoked_at = case when l.remaining = 0 then now() end,
    revoked_by = case when l.remaining = 0 then l.inviter_id end,
    revoked_reason = case when l.remaining = 0 then 'No invitations left' end
  from links as l where c.id = l.id and (l.remaining = 0 or c.max_uses <> c.uses + l.remaining);
end
$$;
comment on function private.settle_links(uuid) is
  'Lets the link of a member, or of everybody, admit as many as there are invitations left; with none left it is revoked, and the '
  'member gets another one when there are some again (D43).';

create function private.invitation_uses_link()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_links(new.inviter_id);
  return null;
end
$$;
comment on function private.invitation_uses_link() is 'Trigger: an invitation by email takes one from the link of the same member.';
create trigger invitations_use_link after insert on public.invitations
for each row when (new.source = 'member') execute function private.invitation_uses_link();

create function private.quota_changed()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_invitations();
  perform private.settle_links(null);
  return null;
end
$$;
comment on function private.quota_changed() is 'Trigger: a new number of invitations applies at once to existing links (D43).';

create function private.own_link(p_member uuid)
returns text
language plpgsql set search_path = ''
as $$
declare
  v_link uuid := private.live_link(p_member);
begin
  if v_link is null and private.invitations_left(p_member) > 0 then
    perform private.lock_invitations();
    -- Another tab may have been faster.
    v_link := private.live_link(p_member);
    if v_link is null and private.invitations_left(p_member) > 0 then
      v_link := private.create_invitation(
        p_member, 'link', null, false, (select y.ends_at from private.membership_year(p_member, now()) as y), null,
        private.invitations_left(p_member));
    end if;
  end if;
  return (select c.code from public.invite_codes as c where c.id = v_link);
end
$$;
comment on function private.own_link(uuid) is
  'The code of a member''s link, which is created when it is first asked for and works to the end of the year of membership.';
