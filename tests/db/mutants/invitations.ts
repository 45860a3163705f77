import { admin, me, owner, service } from '../support/attempt'
import { dropConstraint } from '../support/mutation'
import { conditions, mutant, refusals, type SchemaMutant, triggers } from './mutant'
import { policies, rlsMutants } from './policies'

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
const seen = me('select count(*)::int from invitations', undefined, { before, returns: 0 })

export const invitationMutants: SchemaMutant[] = [
  ...rlsMutants({ invitations: seen }),
  ...policies('invitations', { 'admins read': seen }),
  ...Object.entries(checks).map(([name, columns]) =>
    mutant(
      `check: invitations_${name}`,
      dropConstraint('public.invitations', `invitations_${name}`),
      owner(invitation(columns), '23514', { before: [code()] }),
    ),
  ),
  ...triggers('public.invitations', {
    invitations_refuse_writes: service('delete from invitations', '42501', {
      before: [...before, 'grant delete on public.invitations to service_role'],
    }),
  }),
  ...triggers('private.outbox', {
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
  ...refusals('invitation_message', {
    invalid_message: admin(send(rows(), `, E'a\\u202eb'`)),
    message_has_link: me(send(rows(), `, E'See evil.\\u200dtest'`)),
  }),
  ...refusals('invitation_rows', {
    invalid_rows: admin(send(`'{}'`)),
    too_many_rows: admin(send(rows(...Array(501).fill('a@x.test')))),
  }),
  ...refusals('send_invitations', {
    not_signed_in: me(send(rows()), undefined, { before: ['delete from public.profiles where id = :me'] }),
    invalid_days: admin(send(rows(), ', null, true, true, 91')),
  }),
  ...refusals('lock_invitation', {
    invitation_not_found: me(resend, undefined, {
      before: [code(), invitation({ source: `'member'` }), claim],
    }),
    invitation_closed: admin(resend, undefined, { before: [code(', now()'), invitation(), claim] }),
  }),
  ...refusals('check_resend', {
    invitation_not_found: admin(resend, undefined, { before: [code(), invitation({ email: 'null' })] }),
    resent_too_often: admin(resend, undefined, { before: [code(), invitation({ sends: '6' }), claim] }),
    rate_limited: admin(resend, undefined, {
      before: [code(), invitation({ queued_at: `now() - interval '59 seconds'` }), claim],
    }),
  }),
  ...refusals('correct_invitation', {
    invalid_email: admin(correct('a,b@x.test'), undefined, { before }),
    cannot_invite: admin(correct('taken@example.test'), undefined, {
      before: [
        ...before,
        `insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('taken@example.test'), gen_random_uuid())`,
      ],
    }),
  }),
  ...conditions('lock_invitation', {
    'nobody revokes what they sent as an admin': [
      'or private.writes_as_admin\\(\\)\\)',
      'or true)',
      me(`select revoke_invitation(${CODE})`, 'invitation_not_found', {
        before: [code(), invitation({ inviter_id: ':me' }), claim],
      }),
    ],
  }),
  ...conditions('mailbox_of', {
    'a +tag is the same mailbox': [
      `split_part\\(split_part\\(v_email, '@', 1\\), '\\+', 1\\)`,
      `split_part(v_email, '@', 1)`,
      owner(`select private.mailbox_of('A+b@x.test')`, undefined, { returns: 'a@x.test' }),
    ],
  }),
  ...conditions('invitation_state', {
    'once in 30 days': [
      `m.invited_at > now\\(\\) - interval '30 days'`,
      'false',
      admin(send(rows('Guest+x@example.test')), undefined, { before, returns: 'invited' }),
    ],
  }),
  ...conditions('send_invitations', {
    'emails to others are counted one after the other': [
      'perform private.lock_elsewhere\\(auth.uid\\(\\)\\);',
      '',
      me(send(rows()), undefined, { reads: [counting, true] }),
    ],
  }),
  ...conditions('check_resend', {
    'emails to others are counted one after the other': [
      'perform private.lock_elsewhere\\(auth.uid\\(\\)\\);',
      '',
      me(resend, 'done', { before: corrected, reads: [counting, true] }),
    ],
  }),
  ...conditions('own_invitation', {
    'an address that was corrected stays invited': [
      'a.mailbox_key = private.mailbox_key\\(p_email\\)',
      'false',
      me(send(rows('guest@example.test')), undefined, { before: corrected, returns: 'invited' }),
    ],
    'an invitation can be corrected back': [
      'p_inviter and i.code_id is distinct from p_except\\s+and a',
      'p_inviter and a',
      me(correct('guest@example.test'), 'done', { before: corrected }),
    ],
  }),
  ...conditions('correct_invitation', {
    'back to an address that it was sent to': [
      'm.code_id = p_code_id',
      'false',
      admin(correct('guest@example.test'), 'done', {
        before: [code(), invitation({ email: `'other@example.test'` }), claim],
      }),
    ],
  }),
  ...conditions('plan_invitations', {
    'a member is not told who else is a member': [
      `else 'new' end as state`,
      'else l.state end as state',
      me(send(rows('someone@example.test')), undefined, {
        before: [`update public.profiles set email = 'someone@example.test' where id = :other`],
        returns: 'over_quota',
      }),
    ],
  }),
  ...conditions('invitation_email_data', {
    'a used code is not sent': [
      'not c.is_used and ',
      '',
      owner(shown, undefined, {
        before: [...before, `update public.invite_codes set uses = 1, used_at = now() where id = ${CODE}`],
        returns: true,
      }),
    ],
    'a suppressed address gets no email': [
      'and not exists \\(select from private.suppressed_addresses[^)]*\\)\\)',
      '',
      owner(shown, undefined, {
        before: [
          ...before,
          `insert into private.suppressed_addresses (mailbox_key) values (private.mailbox_key('guest@example.test'))`,
        ],
        returns: true,
      }),
    ],
    'a mailbox that somebody else invited gets no second email': [
      'and m.code_id = i.code_id',
      '',
      owner(shown, undefined, {
        before: [...before, `update private.invited_mailboxes set code_id = gen_random_uuid()`],
        returns: true,
      }),
    ],
  }),
  ...conditions('forget_invitations', {
    'a code that forgets its address expires, also for a sign-up that has begun': [
      `else least\\(c.expires_at, now\\(\\) - interval '1 minute'\\)`,
      'else least(c.expires_at, now())',
      owner('delete from profiles where id = :me', 'done', {
        before: [
          code(`, now() + interval '1 day'`),
          invitation({ email: '(select email from profiles where id = :me)' }),
        ],
        reads: [
          `select email is null and expires_at < now() - interval '59 seconds' from invite_codes where id = ${CODE}`,
          true,
        ],
      }),
    ],
  }),
  ...conditions('open_invitation', {
    'the address only with the token of the email': [
      'p_token = private.invitation_token\\(v_invitation.code_id, v_invitation.email\\)',
      'true',
      me(`select email::text from open_invitation('INVITED001', 'guessed')`, undefined, {
        before,
        returns: 'null',
      }),
    ],
  }),
]
