import * as audit from '../probes/audit'
import * as codes from '../probes/codes'
import * as gate from '../probes/gate'
import * as ledger from '../probes/ledger'
import * as orders from '../probes/orders'
import * as pictures from '../probes/pictures'
import * as profiles from '../probes/profiles'
import * as rights from '../probes/rights'
import * as visibility from '../probes/visibility'
import {
  disableRowRules,
  dropConstraint,
  dropIndex,
  dropPolicy,
  dropTrigger,
  emptyFunction,
  undoRevoke,
} from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** What keeps orders, ledger, codes, people and the gate safe. */
export const memberMutants: SchemaMutant[] = [
  ['row rules of profiles', disableRowRules('profiles'), visibility.profilesAreOnesOwn],
  ['row rules of the ledger', disableRowRules('token_transactions'), visibility.ledgerRowsAreOnesOwn],
  ['row rules of orders', disableRowRules('orders'), visibility.ordersAreOnesOwn],
  ['row rules of token codes', disableRowRules('redeem_codes'), visibility.tokenCodesAreForAdmins],
  ['row rules of invite codes', disableRowRules('invite_codes'), visibility.inviteCodesAreForAdmins],
  [
    'policy: members read active benefits',
    dropPolicy('benefits', 'benefits: members read active ones, admins all'),
    visibility.inactiveBenefitsAreForAdmins,
  ],
  [
    'policy: people place their own orders',
    dropPolicy('orders', 'orders: people place their own'),
    orders.nobodyOrdersForAnother,
  ],
  [
    'policy: admins set the status',
    dropPolicy('orders', 'orders: admins set the status'),
    orders.adminsSetTheStatus,
  ],
  [
    'trigger: a member keeps role and tokens',
    dropTrigger('profiles', 'profiles_guard'),
    profiles.memberChangesOnlyNameAndPhone,
  ],
  [
    'trigger: the last admin keeps the role',
    dropTrigger('profiles', 'profiles_keep_last_admin_role'),
    profiles.lastAdminStays,
  ],
  [
    'trigger: the last admin is not deleted',
    dropTrigger('profiles', 'profiles_keep_last_admin'),
    profiles.lastAdminIsNotDeleted,
  ],
  [
    'trigger: nobody deletes themselves',
    dropTrigger('profiles', 'profiles_before_delete'),
    profiles.nobodyDeletesThemselves,
  ],
  [
    'trigger: the login goes too',
    dropTrigger('profiles', 'profiles_after_delete'),
    profiles.loginGoesWithTheProfile,
  ],
  [
    'trigger: a balance follows the ledger',
    dropTrigger('profiles', 'profiles_balance'),
    ledger.balanceByHandFailsAtCommit,
  ],
  [
    'trigger: ledger rows follow each other',
    dropTrigger('token_transactions', 'token_transactions_balance'),
    ledger.ledgerRowsFollowEachOther,
  ],
  [
    'trigger: the ledger only grows',
    dropTrigger('token_transactions', 'token_transactions_guard'),
    ledger.ledgerOnlyGrows,
  ],
  [
    'trigger: clients do not write the ledger',
    dropTrigger('token_transactions', 'token_transactions_refuse_writes'),
    ledger.grantsDoNotOpenTheLedger,
  ],
  [
    'trigger: the server writes the order',
    dropTrigger('orders', 'orders_insert'),
    orders.serverWritesTheOrder,
  ],
  ['trigger: today’s price', dropTrigger('orders', 'orders_insert'), orders.onlyTodaysPriceIsPaid],
  ['trigger: an order is charged', dropTrigger('orders', 'orders_after'), orders.orderIsCharged],
  ['trigger: cancelling refunds', dropTrigger('orders', 'orders_after'), orders.cancellingGivesTheTokensBack],
  ['trigger: the server stamps a status', dropTrigger('orders', 'orders_update'), orders.adminsSetTheStatus],
  ['trigger: orders never go', dropTrigger('orders', 'orders_refuse_writes'), orders.ordersAreImmutable],
  [
    'trigger: new codes are spelt one way',
    dropTrigger('redeem_codes', 'redeem_codes_before'),
    codes.codesAreCanonical,
  ],
  [
    'function: the invite gate',
    // The trigger itself belongs to auth.
    {
      ...emptyFunction(
        'private.handle_new_user()',
        'private.handle_new_user() returns trigger language plpgsql',
        'return null;',
      ),
      takes: 'guildhall_new_user',
    },
    gate.noCodeNoAccount,
  ],
  [
    'trigger: changes of benefits are logged',
    dropTrigger('benefits', 'benefits_audit'),
    audit.adminChangesAreRecorded,
  ],
  ['trigger: the log only grows', dropTrigger('private.audit_log', 'audit_log_guard'), audit.logOnlyGrows],
  [
    'check: no overdraft',
    dropConstraint('profiles', 'profiles_no_overdraft'),
    ledger.balanceNeverGoesBelowZero,
  ],
  [
    'check: codes are canonical',
    dropConstraint('redeem_codes', 'redeem_codes_code_check'),
    codes.codesAreCanonical,
  ],
  ['unique: one bonus', dropIndex('token_transactions_one_signup_bonus'), ledger.bonusIsPaidOnce],
  [
    'unique: one credit per code',
    dropIndex('token_transactions_redeem_code_id_key'),
    ledger.codeIsCreditedOnce,
  ],
  [
    'function: the limit on guessing',
    emptyFunction(
      'private.check_attempts(text,text)',
      'private.check_attempts(p_kind text, p_caller text) returns void language plpgsql',
    ),
    codes.guessingIsLimited,
  ],
  [
    'function: no guess that can be undone',
    emptyFunction('private.refuse_undoable()', 'private.refuse_undoable() returns void language plpgsql'),
    codes.guessesCannotFailAfterwards,
  ],
  [
    'check: pictures of benefits',
    dropConstraint('benefits', 'benefits_image_url_valid'),
    pictures.addressesLeadSomewhere,
  ],
  [
    'check: addresses of settings',
    dropConstraint('app_settings', 'app_settings_value_valid'),
    pictures.addressesLeadSomewhere,
  ],
  [
    'function: emails of logins',
    // The trigger itself belongs to auth.
    {
      ...emptyFunction(
        'private.check_login_email()',
        'private.check_login_email() returns trigger language plpgsql',
        'return new;',
      ),
      takes: 'guildhall_check_email',
    },
    gate.emailsArePlain,
  ],
  [
    'revoke: private has no usage',
    undoRevoke('grant usage on schema private to authenticated'),
    rights.privateCannotBeNamed,
  ],
  [
    'revoke: anonymous reads',
    undoRevoke('grant select on public.benefits to anon'),
    rights.anonymousHasNoTable,
  ],
  [
    'revoke: columns of profiles',
    undoRevoke('grant update on public.profiles to authenticated'),
    profiles.emailIsNobodysToWrite,
  ],
]
