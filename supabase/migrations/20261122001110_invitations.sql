-- Invitations: invite codes that were sent to an address, or that a member shares as a link (D42, D43, D44).

create function private.mailbox_of(p_email text)
returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_name text := split_part(split_part(v_email, '@', 1), '+', 1);
  v_domain text := split_part(v_email, '@', 2);
begin
  if v_domain in ('gmail.com', 'googlemail.com') then
    return replace(v_name, '.', '') || '@gmail.com';
  end if;
  return v_name || '@' || v_domain;
end
$$;
comment on function private.mailbox_of(text) is
  'The mailbox behind the spellings of an address: lower case, without a +tag; for Gmail without dots.';
create index profiles_mailbox_idx on public.profiles (private.mailbox_of(email));

create function private.is_plain_address(p_text text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  -- No quotes, comments and lists: `a,b@c` would be sent to two people, and one mailbox would have any number of spellings.
  return char_length(p_text) <= 254
    and p_text ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$';
end
$$;
comment on function private.is_plain_address(text) is 'Whether an invitation can be sent to a text: one address, in its plain form.';

create table public.invitations (
  code_id uuid primary key,
  source text not null check (source in ('admin', 'member', 'waitlist', 'link')),
  -- Null once the person has been deleted (D12).
  inviter_id uuid,
  email text check (private.is_plain_address(email)),
  message text check (char_length(message) between 1 and 1000),
  -- When this address was entered.
  addressed_at timestamptz not null default now(),
  -- How often an email was queued, and the newest of them in the outbox.
  sends integer not null default 0 check (sends between 0 and 6),
  queued_at timestamptz,
  email_id uuid,
  email_state text check (email_state in ('waiting', 'sent', 'given_up', 'skipped')),
  last_sent_at timestamptz,
  opened_at timestamptz,
  opens integer not null default 0,
  created_at timestamptz not null default now(),
  constraint invitations_link check (source <> 'link' or num_nonnulls(email, message, queued_at) = 0),
  constraint invitations_opened check ((opened_at is null) = (opens = 0))
);
comment on table public.invitations is
  'One row for each invite code that somebody was invited with; `inviter_id` invited whoever joins. Admins read, the database writes (D42).';
comment on column public.invitations.email is 'The address it was sent to, bound or not; null for a link, and once erased.';
comment on column public.invitations.opened_at is 'When the page was last opened by the link in the email.';
create index invitations_created_at_idx on public.invitations (created_at, code_id);
create index invitations_inviter_idx on public.invitations (inviter_id, created_at);
create index invitations_mailbox_idx on public.invitations (private.mailbox_of(email));
create index invitations_search_idx on public.invitations using gin (lower(coalesce(email, '')) extensions.gin_trgm_ops);

alter table public.invitations enable row level security;
create policy "invitations: admins read" on public.invitations
for select to authenticated using ((select private.is_admin()));
create trigger invitations_refuse_writes before insert or update or delete on public.invitations
for each row when (current_user <> 'postgres') execute function private.refuse_write();

-- Keys instead of addresses: both outlive what is known about a person.
create table private.invited_mailboxes (
  mailbox_key text primary key,
  code_id uuid not null,
  invited_at timestamptz not null default now()
);
comment on table private.invited_mailboxes is
  'Who was invited in the last 30 days, and with which code: no other invitation is sent to the mailbox (D42).';
create index invited_mailboxes_time_idx on private.invited_mailboxes (invited_at);

create table private.addressed_mailboxes (
  code_id uuid not null,
  mailbox_key text not null,
  addressed_at timestamptz not null default now(),
  primary key (code_id, mailbox_key)
);
comment on table private.addressed_mailboxes is
  'To whom each invitation was addressed in the last 30 days, also before a correction, and whether or not an email was sent: all that its '
  'inviter is told of a mailbox (D42).';
create index addressed_mailboxes_key_idx on private.addressed_mailboxes (mailbox_key);
create index addressed_mailboxes_time_idx on private.addressed_mailboxes (addressed_at);

create table private.suppressed_addresses (mailbox_key text primary key, created_at timestamptz not null default now());
comment on table private.suppressed_addresses is 'Mailboxes of people who do not want invitations (D40).';

create function private.mailbox_key(p_email text)
returns text
language plpgsql stable strict set search_path = ''
as $$
begin
  return private.sign_unsubscribe('mailbox ' || private.mailbox_of(p_email));
end
$$;
comment on function private.mailbox_key(text) is 'What a mailbox is remembered by without its address.';

create function private.invitation_token(p_code_id uuid, p_email text)
returns text
language plpgsql stable strict set search_path = ''
as $$
begin
  return private.sign_unsubscribe('invitation ' || p_code_id || ' ' || p_email);
end
$$;
comment on function private.invitation_token(uuid, text) is
  'What the link in the email proves: that it was opened by somebody who reads the emails of the address.';

create function private.random_code(p_length integer)
returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_bytes bytea := extensions.gen_random_bytes(2 * p_length);
begin
  return (
    select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + (256 * get_byte(v_bytes, 2 * n) + get_byte(v_bytes, 2 * n + 1)) % 31, 1), '')
    from generate_series(0, p_length - 1) as n);
end
$$;
comment on function private.random_code(integer) is 'A random code, without the characters that are easily confused: 0 O 1 I L (D41).';

create function private.invitation_state(p_email text)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_key text;
begin
  if not coalesce(private.is_plain_address(p_email), false) then
    return 'invalid';
  end if;
  v_key := private.mailbox_key(p_email);
  -- One after the other, so that the answer takes the same time whatever it is.
  return case
    when bool_or(f.state = 'member') then 'member'
    when bool_or(f.state = 'suppressed') then 'suppressed'
    when bool_or(f.state = 'invited') then 'invited'
    else 'new'
  end
  from (
    select 'member' as state from public.profiles as p where private.mailbox_of(p.email) = private.mailbox_of(p_email)
    union all
    select 'suppressed' from private.suppressed_addresses as s where s.mailbox_key = v_key
    union all
    select 'invited' from private.invited_mailboxes as m
    where m.mailbox_key = v_key and m.invited_at > now() - interval '30 days'
  ) as f;
end
$$;
comment on function private.invitation_state(text) is
  'Whether an address can be invited: new, or why not: member, suppressed, invited (in the last 30 days), invalid. For admins only: '
  'a member is never told (D42).';
