import * as activity from '../probes/activity'
import { functionIsForAdmins } from '../probes/admin-functions'
import * as batches from '../probes/code-batches'
import { picturesAreAdmins } from '../probes/pictures'
import {
  disableRowRules,
  dropAdminCheck,
  dropConstraint,
  dropTrigger,
  undoRevoke,
  widenPolicy,
} from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** The private function that checks the caller of a public one. */
const CHECKED = {
  reconcile: 'reconcile_for_admin()',
  order_history: 'order_history(uuid)',
  admin_counts: 'admin_counts()',
  pending_orders: 'pending_orders()',
  token_flow: 'token_flow(text,integer,text)',
  order_flow: 'order_flow(integer,text)',
  mail_status: 'mail_status()',
  benefit_figures: 'benefit_figures(uuid[])',
  activity: 'activity(text,text,bigint,boolean,integer)',
  count_activity: 'count_activity(text,text)',
  search_orders: 'search_orders(text,text,timestamptz,timestamptz,timestamptz,uuid,boolean,integer)',
  count_orders: 'count_orders(text,text,timestamptz,timestamptz)',
  order_counts: 'order_counts()',
  search_profiles: 'search_profiles(text,text,boolean,text,uuid,boolean,integer)',
  count_profiles: 'count_profiles(text)',
  search_redeem_codes: 'search_codes(anyelement,text,boolean,timestamptz,uuid,boolean,integer)',
  search_invite_codes: 'search_codes(anyelement,text,boolean,timestamptz,uuid,boolean,integer)',
  count_codes: 'count_codes(text,boolean,text)',
  code_counts: 'code_counts(text)',
}

const PICTURES: SchemaMutant[2] = (at) => picturesAreAdmins(at, 'benefits', 1_048_576)
/** What keeps the lists, pictures, codes and the log to admins. */
export const adminMutants: SchemaMutant[] = [
  ...Object.entries(CHECKED).map(
    ([name, signature]): SchemaMutant => [
      `${name} checks its caller`,
      dropAdminCheck(`private.${signature}`),
      (at) => functionIsForAdmins(at, name),
    ],
  ),
  ['policy: list pictures', widenPolicy('storage.objects', 'benefits: admins read pictures'), PICTURES],
  ['policy: upload pictures', widenPolicy('storage.objects', 'benefits: admins upload'), PICTURES],
  ['policy: replace pictures', widenPolicy('storage.objects', 'benefits: admins replace'), PICTURES],
  ['policy: remove pictures', widenPolicy('storage.objects', 'benefits: admins remove'), PICTURES],
  [
    'trigger: token codes are logged',
    dropTrigger('redeem_codes', 'redeem_codes_audit'),
    batches.batchIsOneLine,
  ],
  [
    'trigger: invite codes are logged',
    dropTrigger('invite_codes', 'invite_codes_audit'),
    batches.batchIsOneLine,
  ],
  ['trigger: notes are trimmed', dropTrigger('invite_codes', 'invite_codes_before'), batches.notesAreTrimmed],
  [
    'check: a note of a token code is short',
    dropConstraint('redeem_codes', 'redeem_codes_note_check'),
    batches.notesAreTrimmed,
  ],
  [
    'check: a note of an invite code is short',
    dropConstraint('invite_codes', 'invite_codes_note_check'),
    batches.notesAreTrimmed,
  ],
  ['row rules of notes', disableRowRules('redeem_codes'), batches.notesAreTrimmed],
  [
    'revoke: notes are not rewritten',
    undoRevoke('grant update on public.redeem_codes to authenticated'),
    batches.notesAreTrimmed,
  ],
  [
    'trigger: lines have a subject',
    dropTrigger('private.audit_log', 'audit_log_subject'),
    activity.everyChangeIsTold,
  ],
  ['trigger: lines stay', dropTrigger('private.audit_log', 'audit_log_guard'), activity.linesStay],
  [
    'trigger: deletions are logged',
    dropTrigger('profiles', 'profiles_audit_delete'),
    activity.deletionsAreLogged,
  ],
  [
    'trigger: the erased leave the log',
    dropTrigger('profiles', 'profiles_after_delete'),
    activity.theErasedAreNotFound,
  ],
]
