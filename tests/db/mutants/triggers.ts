import * as activity from '../probes/activity'
import * as audit from '../probes/audit'
import * as batches from '../probes/code-batches'
import * as pictures from '../probes/pictures'
import { attempt } from '../support/attempt'
import { changeFunction, dropTrigger, emptyFunction } from '../support/mutation'
import type { SchemaMutant } from './mutant'

const benefit = `insert into benefits (name, description, token_value) values (' Spaced ', 'x', 1)`

/** What triggers do beside refusing. */
export const triggerMutants: SchemaMutant[] = [
  [
    'trigger: the log is not emptied',
    dropTrigger('private.audit_log', 'audit_log_no_truncate'),
    audit.logOnlyGrows,
  ],
  [
    'trigger: orders lose the link to a deleted benefit',
    dropTrigger('benefits', 'benefits_after_delete'),
    attempt({
      say: 'delete from benefits where id = :benefit',
      comes: 'done',
      reads: ['select benefit_id from orders where id = :order', null],
    }),
  ],
  [
    'trigger: pictures are logged',
    // The trigger itself belongs to storage.
    {
      ...emptyFunction(
        'private.audit_picture()',
        'private.audit_picture() returns trigger language plpgsql',
        'return null;',
      ),
      takes: 'guildhall_pictures_audit',
    },
    pictures.picturesAreLogged,
  ],
  [
    'a time alone does not change an order',
    changeFunction(
      'private.order_update()',
      'case when new.status = old.status then old.updated_at else now\\(\\) end',
      'now()',
    ),
    attempt({
      by: 'admin',
      before: [`update orders set updated_at = '2026-01-01' where id = :order`],
      say: `update orders set updated_at = now(), status = status where id = :order`,
      comes: 'done',
      reads: [`select updated_at = '2026-01-01' from orders where id = :order`, true],
    }),
  ],
  [
    'trigger: the search knows new names',
    dropTrigger('profiles', 'profiles_record_rename'),
    attempt({
      say: `update profiles set name = 'Renamed Person' where id = :me`,
      comes: 'done',
      reads: [
        'select search_text like $$renamed person%$$ from private.renamed_people where user_id = :me',
        true,
      ],
    }),
  ],
  [
    'trigger: changes of people are logged',
    dropTrigger('profiles', 'profiles_audit_update'),
    audit.adminChangesAreRecorded,
  ],
  [
    'trigger: changes of orders are logged',
    dropTrigger('orders', 'orders_audit'),
    audit.adminChangesAreRecorded,
  ],
  [
    'trigger: changes of settings are logged',
    dropTrigger('app_settings', 'app_settings_audit'),
    activity.everyChangeIsTold,
  ],
  [
    'trigger: new invites are spelt one way',
    dropTrigger('invite_codes', 'invite_codes_before'),
    batches.notesAreTrimmed,
  ],
  [
    'trigger: nobody is born with tokens',
    dropTrigger('profiles', 'profiles_initial_balance'),
    attempt({
      before: [
        'set local session_replication_role = replica',
        `insert into auth.users (id, email) values ('00000000-0000-4000-8000-0000000000b1', 'born@x.test')`,
        'set local session_replication_role = origin',
        `insert into profiles (id, name, email, current_tokens)
         values ('00000000-0000-4000-8000-0000000000b1', 'Born', 'born@x.test', 5)`,
      ],
      say: 'set constraints all immediate',
      comes: 'ledger_mismatch',
    }),
  ],
  [
    'trigger: a ledger row moves the balance',
    dropTrigger('token_transactions', 'token_transactions_apply'),
    attempt({ say: `select private.post_tokens(:me, 'purchase', 1, 'One')`, comes: 'done' }),
  ],
  [
    'trigger: the ledger is not emptied',
    dropTrigger('token_transactions', 'token_transactions_no_truncate'),
    attempt({ say: 'truncate token_transactions', comes: 'ledger_is_append_only' }),
  ],
  [
    'trigger: orders are not emptied',
    dropTrigger('orders', 'orders_no_truncate'),
    attempt({ say: 'truncate orders cascade', comes: '42501' }),
  ],
  [
    'trigger: a new benefit is trimmed',
    dropTrigger('benefits', 'benefits_before_insert'),
    attempt({
      by: 'admin',
      say: benefit,
      comes: 'done',
      reads: [`select count(*)::int from benefits where name = 'Spaced'`, 1],
    }),
  ],
  [
    'trigger: a changed benefit is trimmed',
    dropTrigger('benefits', 'benefits_before_update'),
    attempt({
      by: 'admin',
      say: `update benefits set name = ' Spaced ' where id = :benefit`,
      comes: 'done',
      reads: ['select name from benefits where id = :benefit', 'Spaced'],
    }),
  ],
  [
    'trigger: the server signs a setting',
    dropTrigger('app_settings', 'app_settings_before'),
    attempt({
      by: 'admin',
      say: `insert into app_settings (key, value) values ('email_logo_in_mails', ' /logo.png ')`,
      comes: 'done',
      reads: [
        `select value = '/logo.png' and updated_by = :admin from app_settings where key = 'email_logo_in_mails'`,
        true,
      ],
    }),
  ],
  [
    'trigger: an order of the owner has its due time',
    dropTrigger('orders', 'orders_fill'),
    attempt({
      say: `insert into orders (user_id, order_number) values (:me, 'ORD-FILLED')`,
      comes: 'done',
      reads: [
        `select due_at - created_at = interval '48 hours' from orders where order_number = 'ORD-FILLED'`,
        true,
      ],
    }),
  ],
  ...['redeem_codes', 'invite_codes'].map(
    (table): SchemaMutant => [
      `trigger: no client uses up ${table}`,
      dropTrigger(table, `${table}_refuse_writes`),
      attempt({ by: 'service', say: `update ${table} set is_used = true, used_at = now()`, comes: '42501' }),
    ],
  ),
  [
    'trigger: the email of the login is that of the profile',
    // The trigger itself belongs to auth.
    {
      ...emptyFunction(
        'private.sync_profile_email()',
        'private.sync_profile_email() returns trigger language plpgsql',
        'return null;',
      ),
      takes: 'guildhall_changed_email',
    },
    attempt({
      say: `update auth.users set email = 'moved@x.test' where id = :me`,
      comes: 'done',
      reads: ['select email from profiles where id = :me', 'moved@x.test'],
    }),
  ],
]
