import { admin, me, owner, service } from '../support/attempt'
import { constraints, type Rule, refusals, rules } from './rule'

const CODE = `'00000000-0000-4000-8000-0000000000c1'`
const EMAIL = `'00000000-0000-4000-8000-0000000000c2'`
/** One of the admin's, sent an hour ago. */
const invitation = (columns: Record<string, string> = {}) => {
  const values = {
    code_id: CODE,
    source: `'admin'`,
    inviter_id: ':admin',
    email: `'guest@example.test'`,
    sends: '1',
    queued_at: `now() - interval '1 hour'`,
    email_id: EMAIL,
    email_state: `'waiting'`,
    ...columns,
  }
  return `insert into public.invitations (${Object.keys(values)}) values (${Object.values(values)})`
}
const code = (more = '') =>
  `insert into public.invite_codes (id, code, email${more && ', expires_at'}) values (${CODE}, 'INVITED001', 'guest@example.test'${more})`
const addressed = `insert into private.addressed_mailboxes (mailbox_key, code_id) values (private.mailbox_key('guest@example.test'), ${CODE})`
const claim = `insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('guest@example.test'), ${CODE})`
const before = [code(), invitation(), claim]
const corrected = [
  code(),
  invitation({ inviter_id: ':me', source: `'member'`, email: `'other@example.test'` }),
  addressed,
]
/** Whether the member's profile is locked, so that emails to others are counted one after the other. */
const counting =
  'select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me'
const rows = (...emails: string[]) => `'${JSON.stringify(emails.map((email) => ({ email })))}'`
const send = (emails: string, more = '') => `select state from send_invitations(${emails}${more})`
const shown = `select private.invitation_email_data(${CODE}) is null as hidden`
const resend = `select resend_invitation(${CODE})`
const correct = (email: string) => `select correct_invitation(${CODE}, '${email}')`
/** What no invitation may be, by its check. */
const checks: Record<string, Record<string, string>> = {
  source_check: { source: `'spam'` },
  email_check: { email: `'a,b@x.test'` },
  message_check: { message: `repeat('x', 1001)` },
  sends_check: { sends: '7' },
  email_state_check: { email_state: `'read'` },
  opened: { opens: '1' },
  link: { source: `'link'` },
}

export const invitationRules: Rule[] = [
  ...constraints(
    Object.fromEntries(
      Object.entries(checks).map(([name, columns]) => [`invitations_${name}`, invitation(columns)]),
    ),
    [code()],
  ),
  ...rules({
    invitations_refuse_writes: service('delete from invitations', '42501', {
      before: [...before, 'grant delete on public.invitations to service_role'],
    }),
    outbox_invitation: owner(
      `update private.outbox set outcome = 'sent', finished_at = now() where id = ${EMAIL}`,
      'done',
      {
        before: [
          ...before,
          `insert into private.outbox (id, kind, cause_id) values (${EMAIL}, 'invitation', ${CODE})`,
        ],
        reads: [`select email_state from public.invitations where code_id = ${CODE}`, 'sent'],
      },
    ),
  }),
  ...refusals({
    invalid_message: admin(send(rows(), `, E'a\\u202eb'`)),
    message_has_link: me(send(rows(), `, E'See evil.\\u200dtest'`)),
  }),
  ...refusals({
    invalid_rows: admin(send(`'{}'`)),
    too_many_rows: admin(send(rows(...Array(501).fill('a@x.test')))),
  }),
  ...refusals({
    not_signed_in: me(send(rows()), undefined, { before: ['delete from public.profiles where id = :me'] }),
    invalid_days: admin(send(rows(), ', null, true, true, 91')),
  }),
  ...refusals({
    invitation_not_found: me(resend, undefined, {
      before: [code(), invitation({ source: `'member'` }), claim],
    }),
    invitation_closed: admin(resend, undefined, { before: [code(', now()'), invitation(), claim] }),
  }),
  ...refusals({
    invitation_not_found: admin(resend, undefined, { before: [code(), invitation({ email: 'null' })] }),
    resent_too_often: admin(resend, undefined, { before: [code(), invitation({ sends: '6' }), claim] }),
    rate_limited: admin(resend, undefined, {
      before: [code(), invitation({ queued_at: `now() - interval '59 seconds'` }), claim],
    }),
  }),
  ...refusals({
    invalid_email: admin(correct('a,b@x.test'), undefined, { before }),
    cannot_invite: admin(correct('taken@example.test'), undefined, {
      before: [
        ...before,
        `insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('taken@example.test'), gen_random_uuid())`,
      ],
    }),
  }),
  ...rules({
    'nobody revokes what they sent as an admin': me(
      `select revoke_invitation(${CODE})`,
      'invitation_not_found',
      {
        before: [code(), invitation({ inviter_id: ':me' }), claim],
      },
    ),
    'a +tag is the same mailbox': owner(`select private.mailbox_of('A+b@x.test')`, undefined, {
      returns: 'a@x.test',
    }),
    'once in 30 days': admin(send(rows('Guest+x@example.test')), undefined, { before, returns: 'invited' }),
    'emails to others are counted one after the other': me(
      send(rows('new@x.test'), ', null, false'),
      'done',
      {
        before: [
          `insert into app_settings (key, value) values ('invitations_per_member', '3') on conflict (key) do update set value = '3'`,
        ],
        reads: [counting, true],
      },
    ),
    'emails to others are counted one after the other, also when sent again': me(resend, 'done', {
      before: corrected,
      reads: [counting, true],
    }),
    'an address that was corrected stays invited': me(send(rows('guest@example.test')), undefined, {
      before: corrected,
      returns: 'invited',
    }),
    'an invitation can be corrected back': me(correct('guest@example.test'), 'done', { before: corrected }),
    'back to an address that it was sent to': admin(correct('guest@example.test'), 'done', {
      before: [code(), invitation({ email: `'other@example.test'` }), claim],
    }),
    'a member is not told who else is a member': me(send(rows('someone@example.test')), undefined, {
      before: [`update public.profiles set email = 'someone@example.test' where id = :other`],
      returns: 'over_quota',
    }),
    'a used code is not sent': owner(shown, undefined, {
      before: [...before, `update public.invite_codes set uses = 1, used_at = now() where id = ${CODE}`],
      returns: true,
    }),
    'a suppressed address gets no email': owner(shown, undefined, {
      before: [
        ...before,
        `insert into private.suppressed_addresses (mailbox_key) values (private.mailbox_key('guest@example.test'))`,
      ],
      returns: true,
    }),
    'a mailbox that somebody else invited gets no second email': owner(shown, undefined, {
      before: [...before, `update private.invited_mailboxes set code_id = gen_random_uuid()`],
      returns: true,
    }),
    'a code that forgets its address expires, also for a sign-up that has begun': owner(
      'delete from profiles where id = :me',
      'done',
      {
        before: [
          code(`, now() + interval '1 day'`),
          invitation({ email: '(select email from profiles where id = :me)' }),
        ],
        reads: [
          `select email is null and expires_at < now() - interval '59 seconds' from invite_codes where id = ${CODE}`,
          true,
        ],
      },
    ),
    'the address only with the token of the email': me(
      `select email::text from open_invitation('INVITED001', 'guessed')`,
      undefined,
      {
        before,
        returns: null,
      },
    ),
  }),
]
