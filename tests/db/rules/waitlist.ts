import { type Attempt, admin, me, owner } from '../support/attempt'
import { constraints, LEAVE, type Rule, refusals, rules } from './rule'

const ID = '00000000-0000-4000-8000-0000000000d1'
const waits = (email = `'wanda@x.test'`, more = 'null') =>
  `insert into waitlist (id, email, mailbox, declined_at) values ('${ID}', ${email}, ${email}, ${more})`
const mine = `(select email from profiles where id = :me)`
const request = (email = 'wanda@x.test') => `select request_invitation('${email}')`
const rows = 'select count(*)::int from waitlist'
const approve = (dryRun: boolean) => `select state from approve_waitlist('{${ID}}', ${dryRun})`
const approves = (dryRun: boolean, before: string, state: string): Attempt =>
  admin(approve(dryRun), undefined, { before: [before], returns: state })
const requests = (count: number, ago: string) =>
  `insert into private.attempts (kind, caller, at)
   select 'waitlist', 'unknown', now() - interval '${ago}' from generate_series(1, ${count})`
const run = 'select private.due_waitlist(now())'
const since = (when: string) =>
  `update private.due_items set done_until = now() - interval '${when}' where item = 'waitlist'`
const told: [string, unknown] = [
  `select count(*)::int from notifications where user_id = :admin and kind = 'waitlist'`,
  0,
]
const old = (days: number) => [waits(), `update waitlist set requested_at = now() - interval '${days} days'`]
const invite = (source: string, bound = true) =>
  `select private.create_invitations(null, '${source}', array['wanda@x.test'], ${bound}, null, null, 1, null);
   update invitations set queued_at = now() - interval '181 days' where email = 'wanda@x.test'`
const forget = 'select private.forget_old_requests(now())'
/** The waitlist (D44). */
export const waitlistRules: Rule[] = [
  ...constraints({ waitlist_email_check: [waits(`'a,b@c.test'`), waits(`'wanda'`)] }),
  ...constraints(
    { waitlist_mailbox_key: `insert into waitlist (email, mailbox) values ('Wanda@x.test', 'wanda@x.test')` },
    [waits()],
  ),
  ...rules({
    profiles_forget_waiting: owner(LEAVE, 'done', { before: [waits(mine)], reads: [rows, 0] }),
  }),
  ...refusals({
    invalid_email: me(request('a@b, c@d.test')),
    rate_limited: me(request(), undefined, { before: [requests(10, '59 minutes')] }),
  }),
  ...refusals({
    too_many_rows: admin(
      `select remove_from_waitlist(array(select gen_random_uuid() from generate_series(1, 501)))`,
    ),
  }),
  ...rules({
    'ten requests in an hour': me(request(), 'done', { before: [requests(10, '61 minutes')] }),
    'nobody undoes the count of a request': me(request(), 'undoable_guess', {
      before: [`set local request.headers = '{"prefer": "tx=rollback"}'`],
    }),
    'asking again does not undo a refusal': me(request(), 'done', {
      before: [waits(undefined, 'now()')],
      reads: ['select count(*)::int from waitlist where declined_at is null', 0],
    }),
    'a declined address is not approved': approves(true, waits(undefined, 'now()'), 'gone'),
    'a dry run changes nothing': admin(approve(true), 'done', { before: [waits()], reads: [rows, 1] }),
    'nobody is invited who is a member': admin(approve(false), 'done', {
      before: [waits(mine)],
      reads: [rows, 1],
    }),
    'the code is bound': admin(approve(false), 'done', {
      before: [waits()],
      reads: [`select count(*)::int from invite_codes where email = 'wanda@x.test'`, 1],
    }),
    'admins are told once': owner(run, 'done', {
      before: [...old(1), since('1 hour')],
      reads: told,
    }),
    'nobody is told of the declined': owner(run, 'done', {
      before: [waits(undefined, 'now()'), since('1 hour')],
      reads: told,
    }),
    'a request is kept for 180 days': owner(forget, 'done', { before: old(179.5), reads: [rows, 1] }),
    'attempts of every kind are deleted after a day': owner(forget, 'done', {
      before: [
        `insert into private.attempts (kind, caller, at)
           select 'redeem_code', 'x', now() - t from unnest('{23 hours,25 hours}'::interval[]) as t`,
      ],
      reads: [`select count(*)::int from private.attempts where caller = 'x'`, 1],
    }),
    'a code that forgets its address expires, also for a sign-up that has begun': owner(forget, 'done', {
      before: [invite('admin')],
      reads: [
        `select c.expires_at < now() - interval '59 seconds' from invite_codes as c join invitations as i on i.code_id = c.id
           where i.queued_at < now() - interval '180 days'`,
        true,
      ],
    }),
  }),
]
