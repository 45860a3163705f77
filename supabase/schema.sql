-- Generated from supabase/migrations by `npm run schema`; not executed.

-- table auth.users

CREATE TRIGGER guildhall_changed_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.sync_profile_email();
CREATE TRIGGER guildhall_check_email BEFORE INSERT OR UPDATE OF email, email_change ON auth.users FOR EACH ROW EXECUTE FUNCTION private.check_login_email();
CREATE TRIGGER guildhall_new_user AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.handle_new_user();
CREATE TRIGGER guildhall_serialize BEFORE DELETE OR UPDATE OF email ON auth.users FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();

-- table private.absent_benefits

create table private.absent_benefits (
  benefit_id uuid not null,
  available_since timestamp with time zone,
  observed boolean not null,
  constraint absent_benefits_pkey PRIMARY KEY (benefit_id)
);
comment on table private.absent_benefits is 'Benefits about whose return somebody is to be told (D39).';

-- table private.addressed_mailboxes

create table private.addressed_mailboxes (
  code_id uuid not null,
  mailbox_key text not null,
  addressed_at timestamp with time zone not null default now(),
  constraint addressed_mailboxes_pkey PRIMARY KEY (code_id, mailbox_key)
);
comment on table private.addressed_mailboxes is 'To whom each invitation was addressed in the last 30 days, also before a correction, and whether or not an email was sent: all that its inviter is told of a mailbox (D42).';
CREATE INDEX addressed_mailboxes_key_idx ON private.addressed_mailboxes USING btree (mailbox_key);
CREATE INDEX addressed_mailboxes_time_idx ON private.addressed_mailboxes USING btree (addressed_at);

-- table private.attempts

create table private.attempts (
  id bigint not null generated always as identity,
  kind text not null,
  caller text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint attempts_pkey PRIMARY KEY (id)
);
comment on table private.attempts is 'Missed guesses of codes, one row each, kept for a day (D10).';
CREATE INDEX attempts_at_idx ON private.attempts USING btree (at);
CREATE INDEX attempts_caller_idx ON private.attempts USING btree (kind, caller, at DESC);

-- table private.audit_log

create table private.audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  actor_id uuid,
  table_name text not null,
  row_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  subject text,
  search_text text not null generated always as (private.audit_text(subject, before, after)) stored,
  constraint audit_log_action_check CHECK ((action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text]))),
  constraint audit_log_pkey PRIMARY KEY (id)
);
comment on table private.audit_log is 'Who changed what, when, with the values before and after; immutable. Only a deleted person''s own data is erased from it (D12, D29). Lists are sorted by `id`, which follows the time.';
CREATE INDEX audit_log_actor_idx ON private.audit_log USING btree (actor_id, id);
CREATE INDEX audit_log_row_idx ON private.audit_log USING btree (table_name, row_id, at);
CREATE INDEX audit_log_search_idx ON private.audit_log USING gin (search_text gin_trgm_ops);
CREATE INDEX audit_log_table_idx ON private.audit_log USING btree (table_name, id);
CREATE TRIGGER audit_log_guard BEFORE DELETE OR UPDATE ON private.audit_log FOR EACH ROW EXECUTE FUNCTION private.audit_log_guard();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON private.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.audit_log_guard();
CREATE TRIGGER audit_log_subject BEFORE INSERT ON private.audit_log FOR EACH ROW EXECUTE FUNCTION private.audit_log_subject();

-- table private.available_keys

create table private.available_keys (
  benefit_id uuid not null,
  key_id bigint not null,
  batch_id uuid not null,
  constraint available_keys_pkey PRIMARY KEY (benefit_id, key_id) INCLUDE (batch_id)
);
comment on table private.available_keys is 'The keys that can be delivered, unless their batch is quarantined. A transaction deletes the one it takes, so a refused order gives it back (D31).';

-- table private.benefit_delivery

create table private.benefit_delivery (
  benefit_id uuid not null,
  instructions text,
  link text,
  file_path text,
  file_name text,
  file_size bigint,
  file_type text,
  low_stock integer not null default 10,
  low_since timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint benefit_delivery_file CHECK ((num_nulls(file_path, file_name, file_size, file_type) = ANY (ARRAY[0, 4]))),
  constraint benefit_delivery_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint benefit_delivery_file_size_check CHECK (((file_size >= 1) AND (file_size <= 52428800))),
  constraint benefit_delivery_file_type_check CHECK ((char_length(file_type) <= 255)),
  constraint benefit_delivery_instructions_check CHECK (((char_length(instructions) >= 1) AND (char_length(instructions) <= 2000))),
  constraint benefit_delivery_link_check CHECK (((char_length(link) <= 2048) AND (link ~* '^https?://[^/]'::text) AND (link !~ '[[:space:][:cntrl:]]'::text))),
  constraint benefit_delivery_low_stock_check CHECK (((low_stock >= 0) AND (low_stock <= 10000))),
  constraint benefit_delivery_pkey PRIMARY KEY (benefit_id)
);
comment on table private.benefit_delivery is 'What a benefit delivers; the method is a column of benefits. A table of its own, because members read benefits, and must not read a link before they order it (D30). `low_since`: since when fewer keys than `low_stock` are left.';
CREATE TRIGGER benefit_delivery_emails AFTER UPDATE ON private.benefit_delivery FOR EACH ROW WHEN (((old.low_since IS NULL) AND (new.low_since >= now()))) EXECUTE FUNCTION private.pool_email_queue();
CREATE TRIGGER benefit_delivery_first_email AFTER INSERT ON private.benefit_delivery FOR EACH ROW WHEN ((new.low_since >= now())) EXECUTE FUNCTION private.pool_email_queue();
CREATE CONSTRAINT TRIGGER benefit_delivery_first_notification AFTER INSERT ON private.benefit_delivery DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.low_since >= now())) EXECUTE FUNCTION private.admin_notification('pool_low');
CREATE TRIGGER benefit_delivery_instructions_changed AFTER UPDATE ON private.benefit_delivery FOR EACH ROW WHEN ((new.instructions IS DISTINCT FROM old.instructions)) EXECUTE FUNCTION private.keep_instructions();
CREATE TRIGGER benefit_delivery_instructions_set AFTER INSERT ON private.benefit_delivery FOR EACH ROW WHEN ((new.instructions IS NOT NULL)) EXECUTE FUNCTION private.keep_instructions();
CREATE CONSTRAINT TRIGGER benefit_delivery_notification AFTER UPDATE ON private.benefit_delivery DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.low_since IS NULL) AND (new.low_since >= now()))) EXECUTE FUNCTION private.admin_notification('pool_low');

-- table private.catalogue

create view private.catalogue as
 SELECT id,
    name,
    description,
    token_value,
    image_url,
    is_active,
    delivery_method,
    category_id,
    stock,
    per_member_limit,
    opens_at,
    closes_at,
    estimated_value,
    created_at,
    updated_at,
    is_left,
        CASE
            WHEN (NOT is_left) THEN 0
            WHEN (delivery_method = 'key'::text) THEN ( SELECT (count(*))::integer AS count
               FROM ( SELECT
                       FROM private.available_keys a
                      WHERE ((a.benefit_id = s.id) AND (a.batch_id <> ALL (ARRAY( SELECT q.id
                               FROM private.key_batches q
                              WHERE ((q.benefit_id = s.id) AND (q.quarantined_at IS NOT NULL))))))
                     LIMIT 20) counted)
            WHEN (stock IS NOT NULL) THEN LEAST(stock, 20)
            ELSE NULL::integer
        END AS units_left,
    ( SELECT (count(*))::integer AS count
           FROM orders o
          WHERE ((o.user_id = auth.uid()) AND (o.benefit_id = s.id) AND (o.unit <> 'returned'::text))) AS own_orders,
    (EXISTS ( SELECT
           FROM private.favourites f
          WHERE ((f.user_id = auth.uid()) AND (f.benefit_id = s.id)))) AS is_favourite,
    ( SELECT w.created_at
           FROM private.waiting_members w
          WHERE ((w.benefit_id = s.id) AND (w.user_id = auth.uid()))) AS awaited_since
   FROM ( SELECT b.id,
            b.name,
            b.description,
            b.token_value,
            b.image_url,
            b.is_active,
            b.delivery_method,
            b.category_id,
            b.stock,
            b.per_member_limit,
            b.opens_at,
            b.closes_at,
            b.estimated_value,
            b.created_at,
            b.updated_at,
                CASE
                    WHEN (b.delivery_method = 'key'::text) THEN (EXISTS ( SELECT
                       FROM private.available_keys a
                      WHERE ((a.benefit_id = b.id) AND (a.batch_id <> ALL (ARRAY( SELECT q.id
                               FROM private.key_batches q
                              WHERE ((q.benefit_id = b.id) AND (q.quarantined_at IS NOT NULL))))))))
                    ELSE (COALESCE((b.stock > 0), true) AND ((b.delivery_method = 'manual'::text) OR (EXISTS ( SELECT
                       FROM private.benefit_delivery d
                      WHERE ((d.benefit_id = b.id) AND (
                            CASE b.delivery_method
                                WHEN 'link'::text THEN d.link
                                ELSE d.file_path
                            END IS NOT NULL))))))
                END AS is_left
           FROM benefits b) s;

comment on view private.catalogue is 'Benefits with what is left of them (`units_left`: 20 means 20 or more, null any number), and with the orders and marks of the caller.';

-- table private.codes

create view private.codes as
 SELECT 'token'::text AS kind,
    c.id,
    c.code,
    private.state_of_code(c.is_used, c.is_revoked, c.expires_at) AS state,
    (c.max_uses - c.uses) AS uses_left,
    c.revoked_at,
    c.revoked_by,
    c.token_value
   FROM redeem_codes c
UNION ALL
 SELECT 'invite'::text AS kind,
    c.id,
    c.code,
    private.state_of_code(c.is_used, c.is_revoked, c.expires_at) AS state,
    (c.max_uses - c.uses) AS uses_left,
    c.revoked_at,
    c.revoked_by,
    0 AS token_value
   FROM invite_codes c;

comment on view private.codes is 'Token codes and invite codes.';

-- table private.deletion_requests

create table private.deletion_requests (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  requested_at timestamp with time zone not null default now(),
  constraint deletion_requests_pkey PRIMARY KEY (user_id)
);
comment on table private.deletion_requests is 'Who asked for the deletion of their account; `profiles.deletes_at` says whether they confirmed it. Leaves with the person, or when they keep the account (D49).';

-- table private.deliveries

create table private.deliveries (
  id bigint not null generated always as identity,
  order_id uuid not null,
  benefit_id uuid,
  method text not null,
  kind text,
  key_id bigint,
  content text,
  message text,
  message_at timestamp with time zone,
  instructions text,
  file_path text,
  file_name text,
  file_size bigint,
  file_type text,
  delivered_by uuid,
  delivered_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint deliveries_key_id_fkey FOREIGN KEY (key_id) REFERENCES private.delivery_keys(id),
  constraint deliveries_key_id_key UNIQUE (key_id),
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_valid CHECK (private.is_delivery_row(method, kind, key_id, content, message, file_path))
);
comment on table private.deliveries is 'What was delivered with an order, copied from its benefit; a replacement is a new row, and withdraws the one before (D30, D34).';
CREATE INDEX deliveries_by_hand_idx ON private.deliveries USING btree (benefit_id, id) WHERE ((method = 'manual'::text) AND ((content IS NOT NULL) OR (message IS NOT NULL)));
CREATE UNIQUE INDEX deliveries_current_idx ON private.deliveries USING btree (order_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX deliveries_file_idx ON private.deliveries USING btree (file_path) WHERE ((file_path IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX deliveries_key_idx ON private.deliveries USING btree (benefit_id, key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX deliveries_order_idx ON private.deliveries USING btree (order_id, id);
CREATE TRIGGER deliveries_events AFTER INSERT ON private.deliveries FOR EACH ROW WHEN (((new.delivered_at >= now()) AND (num_nonnulls(new.kind, new.message) > 0))) EXECUTE FUNCTION private.delivery_events();
CREATE TRIGGER deliveries_guard BEFORE DELETE OR UPDATE ON private.deliveries FOR EACH ROW EXECUTE FUNCTION private.guard_delivery();
CREATE TRIGGER deliveries_message_events AFTER UPDATE OF message ON private.deliveries FOR EACH ROW WHEN ((new.message <> COALESCE(old.message, ''::text))) EXECUTE FUNCTION private.delivery_events();

-- table private.delivery_keys

create table private.delivery_keys (
  id bigint not null generated always as identity,
  benefit_id uuid not null,
  batch_id uuid not null,
  secret text not null,
  quarantined_at timestamp with time zone,
  constraint delivery_keys_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES private.key_batches(id),
  constraint delivery_keys_pkey PRIMARY KEY (id),
  constraint delivery_keys_secret_benefit_id_key UNIQUE (secret, benefit_id),
  constraint delivery_keys_secret_check CHECK (((char_length(secret) >= 4) AND (char_length(secret) <= 200) AND (secret !~ '[[:cntrl:]]'::text)))
);
comment on table private.delivery_keys is 'Keys, which no client can read: order_delivery() returns one to the owner of its order, reveal_key() one to an admin. A row never changes, but for `quarantined_at`: the order of a key is that of its delivery (D31).';
CREATE INDEX delivery_keys_batch_idx ON private.delivery_keys USING btree (batch_id, id);
CREATE INDEX delivery_keys_ending_idx ON private.delivery_keys USING btree (benefit_id, lower(private.key_ending(secret)), id) WHERE (private.key_ending(secret) <> "right"(secret, 4));
CREATE INDEX delivery_keys_list_idx ON private.delivery_keys USING btree (benefit_id, id);
CREATE INDEX delivery_keys_quarantined_idx ON private.delivery_keys USING btree (benefit_id, id) WHERE (quarantined_at IS NOT NULL);
CREATE INDEX delivery_keys_tail_idx ON private.delivery_keys USING btree (benefit_id, lower("right"(secret, 4)), id);
CREATE TRIGGER delivery_keys_guard BEFORE DELETE OR UPDATE ON private.delivery_keys FOR EACH ROW EXECUTE FUNCTION private.guard_key();
CREATE TRIGGER delivery_keys_no_truncate BEFORE TRUNCATE ON private.delivery_keys FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_write();

-- table private.due_items

create table private.due_items (
  item text not null,
  done_until timestamp with time zone not null default now(),
  found integer not null default 0,
  constraint due_items_pkey PRIMARY KEY (item)
);
comment on table private.due_items is 'One row for each item of run_due() that remembers when it ran.';

-- table private.email_sender

create table private.email_sender (
  ran_at timestamp with time zone not null
);
comment on table private.email_sender is 'One row: when the sender last asked for emails.';

-- table private.farewells

create table private.farewells (
  id uuid not null,
  email text not null,
  constraint farewells_pkey PRIMARY KEY (id)
);
comment on table private.farewells is 'Where to say that an account was deleted: the address, until that email is sent or given up, at most a day (D49).';

-- table private.favourites

create table private.favourites (
  user_id uuid not null,
  benefit_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint favourites_pkey PRIMARY KEY (user_id, benefit_id)
);
comment on table private.favourites is 'Benefits that members marked; nobody reads those of others (D39).';
CREATE INDEX favourites_benefit_idx ON private.favourites USING btree (benefit_id, user_id);

-- table private.free_order_numbers

create table private.free_order_numbers (
  number bigint not null,
  constraint free_order_numbers_pkey PRIMARY KEY (number)
);
comment on table private.free_order_numbers is 'Unused order numbers. A transaction deletes the one it uses, so a refused order gives it back (D8).';

-- table private.instruction_versions

create table private.instruction_versions (
  benefit_id uuid not null,
  since timestamp with time zone not null,
  instructions text,
  constraint instruction_versions_pkey PRIMARY KEY (benefit_id, since)
);
comment on table private.instruction_versions is 'The instructions of a benefit over time: an order that is delivered by hand has those of when it was placed, also once the benefit is deleted (D13, D30). An instant delivery has its own copy.';

-- table private.invited_mailboxes

create table private.invited_mailboxes (
  mailbox_key text not null,
  code_id uuid not null,
  invited_at timestamp with time zone not null default now(),
  constraint invited_mailboxes_pkey PRIMARY KEY (mailbox_key)
);
comment on table private.invited_mailboxes is 'Who was invited in the last 30 days, and with which code: no other invitation is sent to the mailbox (D42).';
CREATE INDEX invited_mailboxes_time_idx ON private.invited_mailboxes USING btree (invited_at);

-- table private.key_batches

create table private.key_batches (
  id uuid not null default gen_random_uuid(),
  benefit_id uuid not null,
  number integer not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  quarantined_at timestamp with time zone,
  released_at timestamp with time zone,
  constraint key_batches_benefit_id_number_key UNIQUE (benefit_id, number),
  constraint key_batches_number_check CHECK ((number > 0)),
  constraint key_batches_pkey PRIMARY KEY (id)
);
comment on table private.key_batches is 'Keys that were imported together. `quarantined_at`: since when none is delivered, because of reports, until an admin decides; `released_at`: the last decision, after which only later reports count (D34).';
CREATE INDEX key_batches_quarantined_idx ON private.key_batches USING btree (benefit_id) WHERE (quarantined_at IS NOT NULL);
CREATE CONSTRAINT TRIGGER key_batches_notification AFTER UPDATE ON private.key_batches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.quarantined_at IS NULL) AND (new.quarantined_at IS NOT NULL))) EXECUTE FUNCTION private.admin_notification('batch_held');

-- table private.operation_content

create table private.operation_content (
  operation_id uuid not null,
  content jsonb not null,
  constraint operation_content_pkey PRIMARY KEY (operation_id)
);
comment on table private.operation_content is 'What an operation is to deliver or to write down, which may name people: deleted when the operation is settled.';

-- table private.operation_rows

create table private.operation_rows (
  operation_id uuid not null,
  position integer not null,
  row_id text,
  input jsonb,
  state text not null default 'waiting'::text,
  reason text,
  reason_by uuid,
  reason_at timestamp with time zone,
  version text,
  before jsonb,
  after jsonb,
  tokens integer not null default 0,
  email boolean not null default false,
  changed_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint operation_rows_pkey PRIMARY KEY (operation_id, "position"),
  constraint operation_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'changed'::text, 'skipped'::text, 'undone'::text, 'kept'::text])))
);
comment on table private.operation_rows is 'The rows of an operation, in the order in which it works through them, and what became of each. No personal data (D12).';
CREATE INDEX operation_rows_row_idx ON private.operation_rows USING btree (row_id, operation_id) WHERE (changed_at IS NOT NULL);

-- table private.order_number_counter

create table private.order_number_counter (
  last bigint not null,
  constraint order_number_counter_pkey PRIMARY KEY (last)
);
comment on table private.order_number_counter is 'One row: the highest order number ever made available.';

-- table private.outbox

create table private.outbox (
  id uuid not null,
  kind text not null,
  cause_id uuid,
  recipient_id uuid,
  elsewhere boolean not null default false,
  template text,
  attempts integer not null default 0,
  first_attempted_at timestamp with time zone,
  next_attempt_at timestamp with time zone not null default now(),
  outcome text,
  finished_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default now(),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_valid CHECK (private.is_outbox_row(kind, recipient_id, template, outcome, finished_at, last_error))
);
comment on table private.outbox is 'Emails to send and sent in the last 90 days, queued in the transaction that causes them. A row names its cause; the text is rendered when it is sent, from the state at that time, and nothing of it is stored (D37).';
CREATE INDEX outbox_cause_idx ON private.outbox USING btree (cause_id) WHERE (cause_id IS NOT NULL);
CREATE INDEX outbox_due_idx ON private.outbox USING btree (((kind = ANY (ARRAY['benefit_available'::text, 'invitation'::text]))), next_attempt_at) WHERE (outcome IS NULL);
CREATE INDEX outbox_elsewhere_idx ON private.outbox USING btree (recipient_id, created_at) WHERE (elsewhere AND (outcome IS DISTINCT FROM 'over_limit'::text));
CREATE INDEX outbox_finished_idx ON private.outbox USING btree (outcome, finished_at) WHERE (outcome IS NOT NULL);
CREATE INDEX outbox_recipient_idx ON private.outbox USING btree (recipient_id, created_at, id);
CREATE TRIGGER outbox_farewell AFTER UPDATE ON private.outbox FOR EACH ROW WHEN (((new.kind = 'account_deleted'::text) AND (new.outcome IS NOT NULL) AND (old.outcome IS NULL))) EXECUTE FUNCTION private.forget_farewell();
CREATE TRIGGER outbox_given_up AFTER UPDATE ON private.outbox FOR EACH ROW WHEN (((new.outcome = 'given_up'::text) AND (old.outcome IS NULL) AND (new.kind <> ALL (ARRAY['email_given_up'::text, 'test'::text])))) EXECUTE FUNCTION private.outbox_given_up();
CREATE TRIGGER outbox_invitation AFTER UPDATE OF outcome ON private.outbox FOR EACH ROW WHEN (((new.kind = 'invitation'::text) AND (new.outcome IS DISTINCT FROM old.outcome))) EXECUTE FUNCTION private.invitation_email_result();
CREATE CONSTRAINT TRIGGER outbox_notification AFTER UPDATE ON private.outbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.outcome = 'given_up'::text) AND (old.outcome IS NULL) AND (new.kind <> 'test'::text))) EXECUTE FUNCTION private.admin_notification('emails_given_up');

-- table private.redemption_requests

create table private.redemption_requests (
  user_id uuid not null,
  request_id uuid not null,
  redeem_code_id uuid not null,
  balance integer not null,
  constraint redemption_requests_pkey PRIMARY KEY (user_id, request_id)
);
comment on table private.redemption_requests is 'The idempotency keys of redemptions that succeeded, per person: the same request returns the same success again (D41).';

-- table private.referrals

create table private.referrals (
  invited_id uuid not null,
  referrer_id uuid not null,
  code_id uuid not null,
  bonus integer not null,
  joined_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  invited_received integer not null default 0,
  referrer_received integer not null default 0,
  constraint referrals_bonus_check CHECK (((bonus >= 0) AND (bonus <= 999))),
  constraint referrals_check CHECK (((invited_received = 0) OR (invited_received = bonus))),
  constraint referrals_check1 CHECK (((referrer_received = 0) OR (referrer_received = bonus))),
  constraint referrals_pkey PRIMARY KEY (invited_id),
  constraint referrals_settled CHECK (((settled_at IS NOT NULL) OR ((invited_received + referrer_received) = 0)))
);
comment on table private.referrals is 'Who joined by whose invitation, and what both received. The ids outlive the people, as `account_id` in the ledger does (D12, D43).';
CREATE INDEX referrals_code_idx ON private.referrals USING btree (code_id);
CREATE INDEX referrals_open_idx ON private.referrals USING btree (invited_id) WHERE ((settled_at IS NULL) AND (bonus > 0));
CREATE INDEX referrals_referrer_idx ON private.referrals USING btree (referrer_id, joined_at);

-- table private.renamed_people

create table private.renamed_people (
  user_id uuid not null,
  search_text text not null,
  constraint renamed_people_pkey PRIMARY KEY (user_id),
  constraint renamed_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on table private.renamed_people is 'Today''s name and email, in lower case, of everybody who ever changed one of them, for the search of orders.';
CREATE INDEX renamed_people_search_idx ON private.renamed_people USING gin (search_text gin_trgm_ops);

-- table private.reports

create table private.reports (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  order_id uuid not null,
  account_id uuid not null,
  delivery_id bigint not null,
  batch_id uuid,
  reason text,
  outcome text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null default (clock_timestamp() + '24:00:00'::interval),
  answer text,
  answer_text text,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint reports_answer CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) OR (outcome = 'open'::text)))),
  constraint reports_answer_check CHECK ((answer = ANY (ARRAY['replaced'::text, 'replied'::text, 'refunded'::text]))),
  constraint reports_answer_text_check CHECK (((char_length(answer_text) >= 1) AND (char_length(answer_text) <= 2000))),
  constraint reports_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES private.key_batches(id),
  constraint reports_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES private.deliveries(id),
  constraint reports_delivery_id_key UNIQUE (delivery_id),
  constraint reports_number_key UNIQUE (number),
  constraint reports_outcome_check CHECK ((outcome = ANY (ARRAY['replaced'::text, 'open'::text]))),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000)))
);
comment on table private.reports is 'A member''s report of a delivery, at most one for each; `outcome`: replaced immediately, or open for an admin, who answers (D34).';
CREATE INDEX reports_account_idx ON private.reports USING btree (account_id, created_at);
CREATE INDEX reports_batch_idx ON private.reports USING btree (batch_id, created_at) WHERE (batch_id IS NOT NULL);
CREATE INDEX reports_order_idx ON private.reports USING btree (order_id);
CREATE INDEX reports_queue_idx ON private.reports USING btree (due_at, id) WHERE ((outcome = 'open'::text) AND (answer IS NULL));
CREATE INDEX reports_time_idx ON private.reports USING btree (created_at, id);
CREATE CONSTRAINT TRIGGER reports_admin_notification AFTER INSERT ON private.reports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.outcome = 'open'::text) AND (new.created_at >= now()))) EXECUTE FUNCTION private.admin_notification('reports_open');
CREATE TRIGGER reports_emails_answered AFTER UPDATE ON private.reports FOR EACH ROW WHEN (((old.answer IS NULL) AND ((new.answer = ANY (ARRAY['replied'::text, 'refunded'::text])) OR ((new.answer = 'replaced'::text) AND (new.answer_text IS NOT NULL))))) EXECUTE FUNCTION private.report_emails_queue();
CREATE TRIGGER reports_emails_opened AFTER INSERT ON private.reports FOR EACH ROW WHEN (((new.outcome = 'open'::text) AND (new.created_at >= now()))) EXECUTE FUNCTION private.report_emails_queue();
CREATE TRIGGER reports_notification AFTER UPDATE ON private.reports FOR EACH ROW WHEN (((old.answer IS NULL) AND ((new.answer = ANY (ARRAY['replied'::text, 'refunded'::text])) OR ((new.answer = 'replaced'::text) AND (new.answer_text IS NOT NULL))))) EXECUTE FUNCTION private.report_notification();
CREATE TRIGGER reports_refuse_writes BEFORE DELETE ON private.reports FOR EACH ROW EXECUTE FUNCTION private.refuse_write();

-- table private.sorted_balances

create table private.sorted_balances (
  user_id uuid not null,
  tokens integer not null,
  constraint sorted_balances_pkey PRIMARY KEY (tokens, user_id)
);
comment on table private.sorted_balances is 'Each person''s balance again, for the list of people sorted by it.';

-- table private.status_changes

create view private.status_changes as
 SELECT l.row_id AS order_id,
    l.at,
    l.actor_id,
    (l.before ->> 'status'::text) AS from_status,
    (l.after ->> 'status'::text) AS to_status,
    NULL::uuid AS operation_id,
    false AS is_undo,
    NULL::timestamp with time zone AS undone_at
   FROM private.audit_log l
  WHERE ((l.table_name = 'orders'::text) AND (l.after ? 'status'::text))
UNION ALL
 SELECT r.row_id AS order_id,
    r.changed_at AS at,
    p.actor_id,
    (r.before ->> 'status'::text) AS from_status,
    (r.after ->> 'status'::text) AS to_status,
    p.id AS operation_id,
    false AS is_undo,
    r.undone_at
   FROM (private.operation_rows r
     JOIN operations p ON ((p.id = r.operation_id)))
  WHERE ((p.kind = 'order_status'::text) AND (r.changed_at IS NOT NULL))
UNION ALL
 SELECT r.row_id AS order_id,
    r.undone_at AS at,
    p.actor_id,
    (r.after ->> 'status'::text) AS from_status,
    (r.before ->> 'status'::text) AS to_status,
    p.id AS operation_id,
    true AS is_undo,
    r.undone_at
   FROM (private.operation_rows r
     JOIN operations p ON ((p.id = r.operation_id)))
  WHERE ((p.kind = 'order_status'::text) AND (r.changed_at IS NOT NULL) AND (r.undone_at IS NOT NULL));

comment on view private.status_changes is 'Who set which status of an order, when: singly, by an operation, or by undoing one; `undone_at` of both a change and its undo.';

-- table private.suppressed_addresses

create table private.suppressed_addresses (
  mailbox_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint suppressed_addresses_pkey PRIMARY KEY (mailbox_key)
);
comment on table private.suppressed_addresses is 'Mailboxes of people who do not want invitations (D40).';

-- table private.told_members

create table private.told_members (
  user_id uuid not null,
  benefit_id uuid not null,
  told_at timestamp with time zone not null,
  constraint told_members_pkey PRIMARY KEY (user_id, benefit_id)
);
comment on table private.told_members is 'Who was told in the last week that a benefit is available (D39).';

-- table private.unsubscribe_secret

create table private.unsubscribe_secret (
  value bytea not null default gen_random_bytes(32)
);
comment on table private.unsubscribe_secret is 'One row: what unsubscribe links are signed with.';

-- table private.waiting_members

create table private.waiting_members (
  benefit_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint waiting_members_pkey PRIMARY KEY (benefit_id, user_id)
);
comment on table private.waiting_members is 'Who asked to be told when a benefit is available; a row goes when its member was told (D39).';
CREATE INDEX waiting_members_user_idx ON private.waiting_members USING btree (user_id);

-- table public.admin_views

create table public.admin_views (
  id uuid not null default gen_random_uuid(),
  admin_id uuid not null default auth.uid(),
  name text not null,
  position integer not null default 0,
  filter jsonb not null default '{}'::jsonb,
  sort text not null default 'newest'::text,
  created_at timestamp with time zone not null default now(),
  constraint admin_views_filter_check CHECK ((char_length((filter)::text) <= 2000)),
  constraint admin_views_name_check CHECK (((char_length(name) <= 40) AND (name = private.trim_text(name)) AND private.is_plain_text(name))),
  constraint admin_views_pkey PRIMARY KEY (id),
  constraint admin_views_sort_check CHECK ((sort = ANY (ARRAY['newest'::text, 'due'::text])))
);
comment on table public.admin_views is 'Filters of the order list that an admin saved under a name; up to 20 each.';
CREATE UNIQUE INDEX admin_views_name_key ON public.admin_views USING btree (admin_id, lower(name));
alter table public.admin_views enable row level security;
create policy "admin_views: admins change their own" on public.admin_views for update to authenticated using ((( SELECT private.writes_as_admin() AS writes_as_admin) AND (admin_id = ( SELECT auth.uid() AS uid)))) with check ((( SELECT private.writes_as_admin() AS writes_as_admin) AND (admin_id = ( SELECT auth.uid() AS uid))));
create policy "admin_views: admins delete their own" on public.admin_views for delete to authenticated using ((( SELECT private.writes_as_admin() AS writes_as_admin) AND (admin_id = ( SELECT auth.uid() AS uid))));
create policy "admin_views: admins read their own" on public.admin_views for select to authenticated using ((( SELECT private.is_admin() AS is_admin) AND (admin_id = ( SELECT auth.uid() AS uid))));
create policy "admin_views: admins save their own" on public.admin_views for insert to authenticated with check ((( SELECT private.writes_as_admin() AS writes_as_admin) AND (admin_id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER admin_views_before BEFORE INSERT OR UPDATE ON public.admin_views FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.view_before();
CREATE TRIGGER admin_views_serialize BEFORE INSERT OR UPDATE ON public.admin_views FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
grant delete, select on public.admin_views to authenticated;
grant insert (id, name, position, filter, sort) on public.admin_views to authenticated;
grant select on public.admin_views to service_role;
grant update (name, position, filter, sort) on public.admin_views to authenticated;

-- table public.app_settings

create table public.app_settings (
  key text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  constraint app_settings_key_check CHECK ((key = ANY (ARRAY['email_logo_url'::text, 'email_logo_in_mails'::text, 'sla_credit_rate'::text, 'sla_credit_cap'::text, 'invitations_per_member'::text, 'referral_bonus'::text, 'require_second_factor'::text]))),
  constraint app_settings_pkey PRIMARY KEY (key),
  constraint app_settings_value_check CHECK (((char_length(btrim(value)) >= 1) AND (char_length(btrim(value)) <= 2048))),
  constraint app_settings_value_valid CHECK (
CASE
    WHEN (key = 'require_second_factor'::text) THEN (value = ANY (ARRAY['0'::text, '1'::text]))
    WHEN (key = ANY (ARRAY['sla_credit_rate'::text, 'sla_credit_cap'::text, 'invitations_per_member'::text, 'referral_bonus'::text])) THEN (value ~ '^(0|[1-9][0-9]{0,2})$'::text)
    ELSE ((value ~* '^(/(?![/\\])|https?://[^/])'::text) AND (value !~ '[\u0001-\u001f\u007f-\u009f]'::text))
END)
);
comment on table public.app_settings is 'Settings: the logo of the branding screen and the address of the picture that emails show (D24); the tokens credited for each hour of delay, and at most (D36); how many invitations members have in a year, and what a referral brings both (D43); whether admins need a second factor.';
alter table public.app_settings enable row level security;
create policy "app_settings: admins create" on public.app_settings for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "app_settings: admins update" on public.app_settings for update to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin)) with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "app_settings: members read" on public.app_settings for select to authenticated using (( SELECT private.is_member() AS is_member));
CREATE TRIGGER app_settings_audit AFTER INSERT OR UPDATE ON public.app_settings FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit();
CREATE TRIGGER app_settings_before BEFORE INSERT OR UPDATE ON public.app_settings FOR EACH ROW EXECUTE FUNCTION private.setting_before();
CREATE TRIGGER app_settings_key_fixed BEFORE UPDATE ON public.app_settings FOR EACH ROW WHEN ((new.key <> old.key)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER app_settings_quota AFTER INSERT OR UPDATE ON public.app_settings FOR EACH ROW WHEN ((new.key = 'invitations_per_member'::text)) EXECUTE FUNCTION private.quota_changed();
CREATE TRIGGER app_settings_second_factor BEFORE INSERT OR UPDATE ON public.app_settings FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) AND (new.key = 'require_second_factor'::text))) EXECUTE FUNCTION private.second_factor_setting();
grant insert (key, value) on public.app_settings to authenticated;
grant select on public.app_settings to authenticated;
grant select on public.app_settings to service_role;
grant update (key, value) on public.app_settings to authenticated;

-- table public.benefits

create table public.benefits (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null,
  token_value integer not null,
  image_url text,
  is_active boolean not null default true,
  delivery_method text not null default 'manual'::text,
  category_id uuid,
  stock integer,
  per_member_limit integer,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  estimated_value numeric(9,2),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint benefits_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['manual'::text, 'key'::text, 'link'::text, 'file'::text]))),
  constraint benefits_description_check CHECK (((char_length(btrim(description)) >= 1) AND (char_length(btrim(description)) <= 2000))),
  constraint benefits_estimated_value_check CHECK ((estimated_value > (0)::numeric)),
  constraint benefits_image_url_check CHECK ((char_length(image_url) <= 2048)),
  constraint benefits_image_url_valid CHECK (((image_url ~* '^(/(?![/\\])|https?://[^/])'::text) AND (image_url !~ '[\u0001-\u001f\u007f-\u009f]'::text))),
  constraint benefits_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint benefits_per_member_limit_check CHECK (((per_member_limit >= 1) AND (per_member_limit <= 1000))),
  constraint benefits_pkey PRIMARY KEY (id),
  constraint benefits_pool_is_stock CHECK (((stock IS NULL) OR (delivery_method <> 'key'::text))),
  constraint benefits_stock_check CHECK (((stock >= 0) AND (stock <= 1000000))),
  constraint benefits_times CHECK ((closes_at > opens_at)),
  constraint benefits_token_value_check CHECK (((token_value >= 1) AND (token_value <= 1000000)))
);
comment on table public.benefits is 'What members can redeem, and today''s price in tokens. Members see the active ones that have not closed (D38).';
comment on column public.benefits.estimated_value is 'What the benefit is worth, in dollars.';
comment on column public.benefits.stock is 'How many orders can still be placed; null: any number. An order takes one from it (D38).';
CREATE INDEX benefits_category_idx ON public.benefits USING btree (category_id, token_value, id);
CREATE INDEX benefits_closes_at_idx ON public.benefits USING btree (COALESCE(closes_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX benefits_created_at_idx ON public.benefits USING btree (created_at, id);
CREATE INDEX benefits_name_idx ON public.benefits USING btree (lower(name), id);
CREATE INDEX benefits_price_idx ON public.benefits USING btree (is_active, token_value, id);
CREATE INDEX benefits_search_idx ON public.benefits USING gin (lower(((name || '
'::text) || description)) gin_trgm_ops);
alter table public.benefits enable row level security;
create policy "benefits: admins create" on public.benefits for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "benefits: admins delete" on public.benefits for delete to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "benefits: admins update" on public.benefits for update to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin)) with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "benefits: members read active ones, admins all" on public.benefits for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (is_active AND ((closes_at IS NULL) OR (closes_at > now())) AND ( SELECT private.is_member() AS is_member))));
CREATE TRIGGER benefits_after_delete AFTER DELETE ON public.benefits FOR EACH ROW EXECUTE FUNCTION private.benefit_after_delete();
CREATE TRIGGER benefits_audit AFTER INSERT OR DELETE OR UPDATE ON public.benefits FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit();
CREATE TRIGGER benefits_before_insert BEFORE INSERT ON public.benefits FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.benefit_before();
CREATE TRIGGER benefits_before_update BEFORE UPDATE ON public.benefits FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) OR (NOT (old.stock IS DISTINCT FROM new.stock)) OR (old.delivery_method <> new.delivery_method))) EXECUTE FUNCTION private.benefit_before();
CREATE TRIGGER benefits_delete_delivery AFTER DELETE ON public.benefits FOR EACH ROW EXECUTE FUNCTION private.benefit_delivery_after_delete();
CREATE CONSTRAINT TRIGGER benefits_notification AFTER UPDATE OF stock ON public.benefits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.stock < old.stock)) EXECUTE FUNCTION private.admin_notification('stock_low');
CREATE TRIGGER benefits_serialize BEFORE DELETE ON public.benefits FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
CREATE TRIGGER benefits_serialize_category BEFORE INSERT OR UPDATE OF category_id ON public.benefits FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
grant delete, select on public.benefits to authenticated;
grant insert (id, name, description, token_value, image_url, is_active, delivery_method, category_id, stock, per_member_limit, opens_at, closes_at, estimated_value) on public.benefits to authenticated;
grant select on public.benefits to service_role;
grant update (name, description, token_value, image_url, is_active, delivery_method, category_id, stock, per_member_limit, opens_at, closes_at, estimated_value) on public.benefits to authenticated;

-- table public.categories

create table public.categories (
  id uuid not null default gen_random_uuid(),
  name text not null,
  position integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint categories_name_check CHECK (((char_length(name) <= 60) AND private.is_plain_text(name))),
  constraint categories_pkey PRIMARY KEY (id)
);
comment on table public.categories is 'Categories of benefits, by `position`; benefits refer to them without a foreign key (C12).';
CREATE UNIQUE INDEX categories_name_key ON public.categories USING btree (lower(name));
alter table public.categories enable row level security;
create policy "categories: admins create" on public.categories for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "categories: admins delete" on public.categories for delete to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "categories: admins update" on public.categories for update to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin)) with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "categories: members read" on public.categories for select to authenticated using (( SELECT private.is_member() AS is_member));
CREATE TRIGGER categories_after_delete AFTER DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.category_after_delete();
CREATE TRIGGER categories_audit AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit();
CREATE TRIGGER categories_before_insert BEFORE INSERT ON public.categories FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.category_before();
CREATE TRIGGER categories_before_update BEFORE UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.category_before();
CREATE TRIGGER categories_serialize BEFORE DELETE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
grant delete, select on public.categories to authenticated;
grant insert (id, name) on public.categories to authenticated;
grant select on public.categories to service_role;
grant update (name) on public.categories to authenticated;

-- table public.code_uses

create table public.code_uses (
  code_id uuid not null,
  account_id uuid not null,
  user_id uuid,
  used_at timestamp with time zone not null,
  constraint code_uses_pkey PRIMARY KEY (code_id, account_id)
);
comment on table public.code_uses is 'One row per code with several uses and person. Admins read, the database writes; `account_id` outlives the person (D12, D41).';
CREATE INDEX code_uses_time_idx ON public.code_uses USING btree (code_id, used_at, account_id);
CREATE INDEX code_uses_user_idx ON public.code_uses USING btree (user_id);
alter table public.code_uses enable row level security;
create policy "code_uses: admins read" on public.code_uses for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER code_uses_refuse_writes BEFORE INSERT OR DELETE OR UPDATE ON public.code_uses FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
grant select on public.code_uses to authenticated;
grant select on public.code_uses to service_role;

-- table public.invitations

create table public.invitations (
  code_id uuid not null,
  source text not null,
  inviter_id uuid,
  email text,
  message text,
  addressed_at timestamp with time zone not null default now(),
  sends integer not null default 0,
  queued_at timestamp with time zone,
  email_id uuid,
  email_state text,
  last_sent_at timestamp with time zone,
  opened_at timestamp with time zone,
  opens integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint invitations_email_check CHECK (private.is_plain_address(email)),
  constraint invitations_email_state_check CHECK ((email_state = ANY (ARRAY['waiting'::text, 'sent'::text, 'given_up'::text, 'skipped'::text]))),
  constraint invitations_link CHECK (((source <> 'link'::text) OR (num_nonnulls(email, message, queued_at) = 0))),
  constraint invitations_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 1000))),
  constraint invitations_opened CHECK (((opened_at IS NULL) = (opens = 0))),
  constraint invitations_pkey PRIMARY KEY (code_id),
  constraint invitations_sends_check CHECK (((sends >= 0) AND (sends <= 6))),
  constraint invitations_source_check CHECK ((source = ANY (ARRAY['admin'::text, 'member'::text, 'waitlist'::text, 'link'::text])))
);
comment on table public.invitations is 'One row for each invite code that somebody was invited with; `inviter_id` invited whoever joins. Admins read, the database writes (D42).';
comment on column public.invitations.email is 'The address it was sent to, bound or not; null for a link, and once erased.';
comment on column public.invitations.opened_at is 'When the page was last opened by the link in the email.';
CREATE INDEX invitations_created_at_idx ON public.invitations USING btree (created_at, code_id);
CREATE INDEX invitations_inviter_idx ON public.invitations USING btree (inviter_id, created_at);
CREATE INDEX invitations_mailbox_idx ON public.invitations USING btree (private.mailbox_of(email));
CREATE INDEX invitations_search_idx ON public.invitations USING gin (lower(COALESCE(email, ''::text)) gin_trgm_ops);
alter table public.invitations enable row level security;
create policy "invitations: admins read" on public.invitations for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER invitations_refuse_writes BEFORE INSERT OR DELETE OR UPDATE ON public.invitations FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER invitations_use_link AFTER INSERT ON public.invitations FOR EACH ROW WHEN ((new.source = 'member'::text)) EXECUTE FUNCTION private.invitation_uses_link();
grant select on public.invitations to authenticated;
grant select on public.invitations to service_role;

-- table public.invite_codes

create table public.invite_codes (
  id uuid not null default gen_random_uuid(),
  code text not null,
  note text,
  batch_id uuid,
  max_uses integer not null default 1,
  uses integer not null default 0,
  is_used boolean not null generated always as ((uses = max_uses)) stored,
  used_by uuid,
  used_at timestamp with time zone,
  expires_at timestamp with time zone,
  email text,
  is_plain boolean not null default true,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  is_revoked boolean not null generated always as ((revoked_at IS NOT NULL)) stored,
  revoked_by uuid,
  revoked_reason text,
  constraint invite_codes_code_check CHECK (private.is_code(code)),
  constraint invite_codes_code_key UNIQUE (code),
  constraint invite_codes_email_check CHECK (((email = lower(email)) AND private.is_email(email))),
  constraint invite_codes_expires_at_check CHECK (((expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at <= '2199-12-31 00:00:00+00'::timestamp with time zone))),
  constraint invite_codes_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 10000))),
  constraint invite_codes_note_check CHECK (((char_length(btrim(note)) >= 1) AND (char_length(btrim(note)) <= 200))),
  constraint invite_codes_pkey PRIMARY KEY (id),
  constraint invite_codes_revoked_reason_check CHECK (((char_length(btrim(revoked_reason)) >= 1) AND (char_length(btrim(revoked_reason)) <= 200))),
  constraint invite_codes_revoked_with_reason CHECK (((num_nonnulls(revoked_at, revoked_by, revoked_reason) = ANY (ARRAY[0, 3])) AND (NOT ((uses = max_uses) AND (revoked_at IS NOT NULL))))),
  constraint invite_codes_uses CHECK (((uses >= 0) AND (uses <= max_uses) AND ((uses > 0) = (used_at IS NOT NULL)) AND ((uses > 0) OR (used_by IS NULL))))
);
comment on table public.invite_codes is 'Invite codes. Only admins read them; only a sign-up marks one as used (D9).';
comment on column public.invite_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
comment on column public.invite_codes.email is 'The only address that signs up with it (D42).';
comment on column public.invite_codes.is_plain is 'Whether it belongs to no invitation, as the lists of codes show it (D42).';
comment on column public.invite_codes.is_used is 'Used up; `used_by` and `used_at` are the last use (D41).';
comment on column public.invite_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.invite_codes.revoked_at is 'Since when it no longer works; a code that is used up cannot be revoked (D41).';
CREATE INDEX invite_codes_batch_idx ON public.invite_codes USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX invite_codes_created_at_idx ON public.invite_codes USING btree (created_at, id);
CREATE INDEX invite_codes_partly_used_idx ON public.invite_codes USING btree (is_revoked, expires_at) WHERE ((uses > 0) AND (NOT is_used));
CREATE INDEX invite_codes_plain_idx ON public.invite_codes USING btree (is_used, is_revoked, created_at, id) INCLUDE (expires_at) WHERE is_plain;
CREATE INDEX invite_codes_search_idx ON public.invite_codes USING gin (lower(((code || '
'::text) || COALESCE(note, ''::text))) gin_trgm_ops);
CREATE INDEX invite_codes_used_by_idx ON public.invite_codes USING btree (used_by);
CREATE INDEX invite_codes_used_idx ON public.invite_codes USING btree (is_used, is_revoked, created_at, id) INCLUDE (expires_at);
alter table public.invite_codes enable row level security;
create policy "invite_codes: admins create" on public.invite_codes for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "invite_codes: admins read" on public.invite_codes for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER invite_codes_audit AFTER INSERT ON public.invite_codes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit_codes();
CREATE TRIGGER invite_codes_before BEFORE INSERT ON public.invite_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.code_before();
CREATE TRIGGER invite_codes_refuse_writes BEFORE DELETE OR UPDATE ON public.invite_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER invite_codes_serialize_batches BEFORE INSERT ON public.invite_codes FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_batches();
grant insert (code, note, batch_id, max_uses, expires_at) on public.invite_codes to authenticated;
grant select on public.invite_codes to authenticated;
grant select on public.invite_codes to service_role;

-- table public.notification_preferences

create table public.notification_preferences (
  user_id uuid not null default auth.uid(),
  kind text not null,
  in_app boolean not null default true,
  by_email boolean not null,
  constraint notification_preferences_always_in_app CHECK ((in_app OR (kind <> ALL (ARRAY['orders'::text, 'tokens'::text])))),
  constraint notification_preferences_kind_check CHECK ((kind = ANY (ARRAY['orders'::text, 'tokens'::text, 'favourites'::text, 'membership'::text, 'invitations'::text, 'stock'::text, 'overdue'::text, 'reports'::text, 'emails'::text, 'grants'::text]))),
  constraint notification_preferences_pkey PRIMARY KEY (user_id, kind)
);
comment on table public.notification_preferences is 'What a person chose about a group of notifications; without a row the default applies. Orders and tokens are always told in the app (D40).';
alter table public.notification_preferences enable row level security;
create policy "notification_preferences: people change their own" on public.notification_preferences for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "notification_preferences: people choose their own" on public.notification_preferences for insert to authenticated with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "notification_preferences: people read their own" on public.notification_preferences for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER notification_preferences_insert BEFORE INSERT ON public.notification_preferences FOR EACH ROW EXECUTE FUNCTION private.preference_insert();
grant insert (user_id, kind, in_app, by_email) on public.notification_preferences to authenticated;
grant select on public.notification_preferences to authenticated;
grant select on public.notification_preferences to service_role;
grant update (user_id, kind, in_app, by_email) on public.notification_preferences to authenticated;

-- table public.notifications

create table public.notifications (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  order_id uuid,
  benefit_id uuid,
  data jsonb not null default '{}'::jsonb,
  count integer not null default 1,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_valid CHECK (private.is_notification_row(kind, count))
);
comment on table public.notifications is 'What happened to a member, and what admins have to look at; deleted after 180 days and with the person. Its recipient marks it as read, and nobody writes anything else (D40).';
CREATE INDEX notifications_age_idx ON public.notifications USING brin (created_at);
CREATE UNIQUE INDEX notifications_group_idx ON public.notifications USING btree (user_id, kind) WHERE ((read_at IS NULL) AND (kind = ANY (ARRAY['pool_low'::text, 'stock_low'::text, 'orders_overdue'::text, 'reports_open'::text, 'emails_given_up'::text, 'large_grant'::text, 'reconcile_found'::text, 'waitlist'::text])));
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_idx ON public.notifications USING btree (user_id, created_at, id);
alter table public.notifications enable row level security;
create policy "notifications: people mark their own as read" on public.notifications for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "notifications: people read their own" on public.notifications for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER notifications_lock BEFORE UPDATE ON public.notifications FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.notifications_lock();
CREATE TRIGGER notifications_read BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.notification_read();
alter publication supabase_realtime add table public.notifications;
grant select on public.notifications to authenticated;
grant select on public.notifications to service_role;
grant update (read_at) on public.notifications to authenticated;

-- table public.operations

create table public.operations (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  actor_id uuid not null,
  parameters jsonb not null default '{}'::jsonb,
  state text not null default 'planned'::text,
  total integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  remaining integer not null default 0,
  tokens bigint not null default 0,
  emails integer not null default 0,
  position integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  stepped_at timestamp with time zone,
  finished_at timestamp with time zone,
  undo_until timestamp with time zone,
  undone_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint operations_kind_check CHECK ((kind = ANY (ARRAY['order_status'::text, 'order_note'::text, 'token_grant'::text, 'membership'::text, 'code_revocation'::text, 'key_quarantine'::text, 'benefit_change'::text]))),
  constraint operations_pkey PRIMARY KEY (id),
  constraint operations_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text])))
);
comment on table public.operations is 'An operation on many rows: planned by its dry run, run, and undone, in steps that any admin can continue. `tokens` and `emails`: what moves and goes out, of the rows that are not skipped; they wait until `undo_until` (D46).';
CREATE INDEX operations_created_at_idx ON public.operations USING btree (created_at, id);
CREATE INDEX operations_open_idx ON public.operations USING btree (state, undo_until) WHERE (settled_at IS NULL);
alter table public.operations enable row level security;
create policy "operations: admins read" on public.operations for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE CONSTRAINT TRIGGER operations_notification AFTER UPDATE ON public.operations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'token_grant'::text) AND (new.tokens > 1000) AND (old.settled_at IS NULL) AND (new.settled_at IS NOT NULL))) EXECUTE FUNCTION private.admin_notification('large_grants');
alter publication supabase_realtime add table public.operations;
grant select on public.operations to authenticated;
grant select on public.operations to service_role;

-- table public.order_desk

create table public.order_desk (
  order_id uuid not null,
  assignee_id uuid,
  assigned_at timestamp with time zone,
  notes integer not null default 0,
  constraint order_desk_assigned CHECK (((assignee_id IS NULL) = (assigned_at IS NULL))),
  constraint order_desk_notes_check CHECK ((notes >= 0)),
  constraint order_desk_pkey PRIMARY KEY (order_id)
);
comment on table public.order_desk is 'What admins keep about an order: who works on it, and the number of notes. No row: nobody, and none.';
CREATE INDEX order_desk_assignee_idx ON public.order_desk USING btree (assignee_id, order_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX order_desk_noted_idx ON public.order_desk USING btree (order_id) WHERE (notes > 0);
alter table public.order_desk enable row level security;
create policy "order_desk: admins read" on public.order_desk for select to authenticated using (( SELECT private.is_admin() AS is_admin));
alter publication supabase_realtime add table public.order_desk;
grant select on public.order_desk to authenticated;
grant select on public.order_desk to service_role;

-- table public.order_notes

create table public.order_notes (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  author_id uuid not null default auth.uid(),
  body text,
  operation_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint order_notes_body_check CHECK (((char_length(body) <= 2000) AND private.has_visible(body))),
  constraint order_notes_pkey PRIMARY KEY (id)
);
comment on table public.order_notes is 'What admins wrote about an order, for each other; nobody changes it. The text is erased with the customer (D12).';
CREATE INDEX order_notes_operation_idx ON public.order_notes USING btree (operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX order_notes_order_idx ON public.order_notes USING btree (order_id, created_at, id);
alter table public.order_notes enable row level security;
create policy "order_notes: admins read" on public.order_notes for select to authenticated using (( SELECT private.is_admin() AS is_admin));
create policy "order_notes: admins write" on public.order_notes for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
CREATE TRIGGER order_notes_before BEFORE INSERT ON public.order_notes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.note_before();
CREATE TRIGGER order_notes_count AFTER INSERT OR DELETE ON public.order_notes FOR EACH ROW EXECUTE FUNCTION private.note_count();
CREATE TRIGGER order_notes_serialize BEFORE INSERT ON public.order_notes FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
alter publication supabase_realtime add table public.order_notes;
grant insert (id, order_id, body) on public.order_notes to authenticated;
grant select on public.order_notes to authenticated;
grant select on public.order_notes to service_role;

-- table public.orders

create table public.orders (
  id uuid not null default gen_random_uuid(),
  order_number text,
  user_id uuid,
  account_id uuid not null default auth.uid(),
  benefit_id uuid,
  redemption_email text,
  status text not null default 'pending'::text,
  benefit_name text,
  benefit_token_value integer,
  benefit_image_url text,
  benefit_description text,
  customer_name text,
  customer_email text,
  delivery_method text not null default 'manual'::text,
  due_at timestamp with time zone,
  credit_rate integer not null default 0,
  credit_cap integer not null default 0,
  late_credit integer,
  fulfilled_at timestamp with time zone,
  from_stock boolean not null default false,
  unit text not null default 'held'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search_text text not null generated always as (private.order_text(order_number, customer_name, customer_email, benefit_name)) stored,
  constraint orders_order_number_key UNIQUE (order_number),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_valid CHECK (private.is_order(status, delivery_method, unit, benefit_token_value, redemption_email))
);
comment on table public.orders is 'A redeemed benefit. `id` comes from the client and is the idempotency key (D3); rows outlive person and benefit (D12, D13).';
comment on column public.orders.credit_rate is 'Tokens for each full hour of delay up to credit_cap, by the settings when it was placed (D36).';
comment on column public.orders.from_stock is 'Whether it took one from the stock of its benefit (D38).';
comment on column public.orders.fulfilled_at is 'When it was first completed or delivered.';
comment on column public.orders.late_credit is 'Tokens owed for the delay, set when the order is first closed; the ledger records how many were actually credited (D36).';
comment on column public.orders.unit is 'What it took from the stock and from the limit of its member: held until the delivery, then spent; returned by a cancellation before that (D38).';
CREATE INDEX orders_benefit_due_idx ON public.orders USING btree (benefit_id, due_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX orders_benefit_idx ON public.orders USING btree (benefit_id, created_at, id);
CREATE INDEX orders_created_at_idx ON public.orders USING btree (created_at, id);
CREATE INDEX orders_due_idx ON public.orders USING btree (due_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX orders_member_idx ON public.orders USING btree (user_id, benefit_id) WHERE (unit <> 'returned'::text);
CREATE INDEX orders_search_idx ON public.orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_status_idx ON public.orders USING btree (status, created_at, id);
CREATE INDEX orders_unnamed_idx ON public.orders USING btree (benefit_id) WHERE (benefit_name IS NULL);
CREATE INDEX orders_user_idx ON public.orders USING btree (user_id, created_at, id);
alter table public.orders enable row level security;
create policy "orders: admins set the status" on public.orders for update to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin)) with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "orders: people place their own" on public.orders for insert to authenticated with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "orders: people read their own, admins all" on public.orders for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER orders_acknowledge AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.order_placed_email();
CREATE TRIGGER orders_acquire_stock AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.from_stock AND (CURRENT_USER <> 'postgres'::text))) EXECUTE FUNCTION private.order_take_stock();
CREATE TRIGGER orders_after AFTER INSERT OR UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION private.order_after();
CREATE TRIGGER orders_audit AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) AND (old.status <> new.status))) EXECUTE FUNCTION private.audit();
CREATE TRIGGER orders_credit AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.late_credit IS NULL) AND (new.late_credit > 0))) EXECUTE FUNCTION private.order_credit();
CREATE TRIGGER orders_deliver AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.delivery_method <> 'manual'::text) AND (CURRENT_USER <> 'postgres'::text))) EXECUTE FUNCTION private.deliver_instantly();
CREATE TRIGGER orders_emails_status AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status <> 'pending'::text) AND (new.updated_at >= now()))) EXECUTE FUNCTION private.order_status_email();
CREATE TRIGGER orders_fill BEFORE INSERT OR UPDATE OF status ON public.orders FOR EACH ROW WHEN ((CURRENT_USER = 'postgres'::text)) EXECUTE FUNCTION private.order_fill();
CREATE TRIGGER orders_insert BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::text)) EXECUTE FUNCTION private.order_insert();
CREATE TRIGGER orders_no_truncate BEFORE TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER orders_notification AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status <> 'pending'::text) AND (new.updated_at >= now()))) EXECUTE FUNCTION private.order_notification();
CREATE TRIGGER orders_refuse_writes BEFORE DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER orders_serialize BEFORE UPDATE OF status ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
CREATE TRIGGER orders_update BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.order_update();
CREATE TRIGGER orders_update_close BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = ANY (ARRAY['completed'::text, 'delivered'::text, 'cancelled'::text])) AND (old.status <> new.status))) EXECUTE FUNCTION private.order_close();
CREATE TRIGGER orders_use_unit BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.order_move_unit();
alter publication supabase_realtime add table public.orders;
grant insert (id, user_id, benefit_id, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description) on public.orders to authenticated;
grant select on public.orders to authenticated;
grant select on public.orders to service_role;
grant update (status, updated_at) on public.orders to authenticated;

-- table public.profiles

create table public.profiles (
  id uuid not null,
  name text not null,
  email text not null,
  phone text,
  current_tokens integer not null default 0,
  adjustment_type text,
  adjustment_reason text,
  role text not null default 'user'::text,
  membership_start_date timestamp with time zone not null default now(),
  membership_end_date timestamp with time zone default (now() + '1 year'::interval),
  invite_code_used text,
  created_at timestamp with time zone not null default now(),
  deletes_at timestamp with time zone,
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_no_overdraft CHECK ((current_tokens >= 0)),
  constraint profiles_pkey PRIMARY KEY (id)
);
comment on table public.profiles is 'A person: contact, role, membership and balance. The balance changes only through the ledger (D2).';
comment on column public.profiles.adjustment_reason is 'Sent by an admin together with a new current_tokens: the reason of the adjustment. Always null when read.';
comment on column public.profiles.adjustment_type is 'Sent by an admin together with a new current_tokens: `purchase` or `adjustment` (the default). Always null when read (D45).';
comment on column public.profiles.deletes_at is 'When the account is deleted, as its person asked and confirmed 14 days before (D49).';
CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at, id);
CREATE INDEX profiles_deletes_at_idx ON public.profiles USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
CREATE UNIQUE INDEX profiles_email_key ON public.profiles USING btree (lower(email));
CREATE INDEX profiles_mailbox_idx ON public.profiles USING btree (private.mailbox_of(email));
CREATE INDEX profiles_membership_end_idx ON public.profiles USING btree (membership_end_date);
CREATE INDEX profiles_name_idx ON public.profiles USING btree (lower(name), id);
CREATE INDEX profiles_role_idx ON public.profiles USING btree (role, created_at, id);
CREATE INDEX profiles_search_idx ON public.profiles USING gin (lower(((name || '
'::text) || email)) gin_trgm_ops);
alter table public.profiles enable row level security;
create policy "profiles: admins delete" on public.profiles for delete to authenticated using (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "profiles: people read their own, admins all" on public.profiles for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid))));
create policy "profiles: people update their own, admins all" on public.profiles for update to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid)))) with check ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER profiles_after_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_after_delete();
CREATE TRIGGER profiles_audit_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.audit();
CREATE TRIGGER profiles_audit_update AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::text)) EXECUTE FUNCTION private.audit('others');
CREATE CONSTRAINT TRIGGER profiles_balance AFTER UPDATE OF current_tokens ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER profiles_before_clear_desk BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.desk_before_delete();
CREATE TRIGGER profiles_before_delete BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_before_delete();
CREATE TRIGGER profiles_forget_waiting AFTER INSERT OR DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.forget_waiting();
CREATE TRIGGER profiles_guard BEFORE UPDATE ON public.profiles FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::text)) EXECUTE FUNCTION private.profile_guard();
CREATE CONSTRAINT TRIGGER profiles_initial_balance AFTER INSERT ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER profiles_keep_last_admin BEFORE DELETE ON public.profiles FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION private.keep_last_admin();
CREATE TRIGGER profiles_keep_last_admin_role BEFORE UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION private.keep_last_admin();
CREATE TRIGGER profiles_record_rename AFTER UPDATE OF name, email ON public.profiles FOR EACH ROW WHEN (((old.name <> new.name) OR (old.email <> new.email))) EXECUTE FUNCTION private.record_rename();
CREATE TRIGGER profiles_serialize BEFORE DELETE OR UPDATE OF role ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
CREATE TRIGGER profiles_sort_balance AFTER INSERT OR DELETE OR UPDATE OF current_tokens ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.sort_balance();
CREATE TRIGGER profiles_valid BEFORE INSERT OR UPDATE OF name, email, phone, role, adjustment_type, adjustment_reason ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.check_profile();
alter publication supabase_realtime add table public.profiles;
grant delete, select on public.profiles to authenticated;
grant select on public.profiles to service_role;
grant update (name, phone, current_tokens, adjustment_type, adjustment_reason, role) on public.profiles to authenticated;

-- table public.redeem_codes

create table public.redeem_codes (
  id uuid not null default gen_random_uuid(),
  code text not null,
  token_value integer not null,
  note text,
  batch_id uuid,
  max_uses integer not null default 1,
  uses integer not null default 0,
  is_used boolean not null generated always as ((uses = max_uses)) stored,
  used_by uuid,
  used_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  is_revoked boolean not null generated always as ((revoked_at IS NOT NULL)) stored,
  revoked_by uuid,
  revoked_reason text,
  constraint redeem_codes_code_check CHECK (private.is_code(code)),
  constraint redeem_codes_code_key UNIQUE (code),
  constraint redeem_codes_expires_at_check CHECK (((expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at <= '2199-12-31 00:00:00+00'::timestamp with time zone))),
  constraint redeem_codes_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 10000))),
  constraint redeem_codes_note_check CHECK (((char_length(btrim(note)) >= 1) AND (char_length(btrim(note)) <= 200))),
  constraint redeem_codes_pkey PRIMARY KEY (id),
  constraint redeem_codes_revoked_reason_check CHECK (((char_length(btrim(revoked_reason)) >= 1) AND (char_length(btrim(revoked_reason)) <= 200))),
  constraint redeem_codes_revoked_with_reason CHECK (((num_nonnulls(revoked_at, revoked_by, revoked_reason) = ANY (ARRAY[0, 3])) AND (NOT ((uses = max_uses) AND (revoked_at IS NOT NULL))))),
  constraint redeem_codes_token_value_check CHECK (((token_value >= 1) AND (token_value <= 1000))),
  constraint redeem_codes_uses CHECK (((uses >= 0) AND (uses <= max_uses) AND ((uses > 0) = (used_at IS NOT NULL)) AND ((uses > 0) OR (used_by IS NULL))))
);
comment on table public.redeem_codes is 'Token codes. Only admins read them; only redeem_code() marks them as used (D1).';
comment on column public.redeem_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
comment on column public.redeem_codes.is_used is 'Used up; `used_by` and `used_at` are the last use (D41).';
comment on column public.redeem_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.redeem_codes.revoked_at is 'Since when it no longer works; a code that is used up cannot be revoked (D41).';
CREATE INDEX redeem_codes_batch_idx ON public.redeem_codes USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX redeem_codes_created_at_idx ON public.redeem_codes USING btree (created_at, id);
CREATE INDEX redeem_codes_partly_used_idx ON public.redeem_codes USING btree (is_revoked, expires_at) WHERE ((uses > 0) AND (NOT is_used));
CREATE INDEX redeem_codes_search_idx ON public.redeem_codes USING gin (lower(((code || '
'::text) || COALESCE(note, ''::text))) gin_trgm_ops);
CREATE INDEX redeem_codes_used_by_idx ON public.redeem_codes USING btree (used_by);
CREATE INDEX redeem_codes_used_idx ON public.redeem_codes USING btree (is_used, is_revoked, created_at, id) INCLUDE (expires_at);
alter table public.redeem_codes enable row level security;
create policy "redeem_codes: admins create" on public.redeem_codes for insert to authenticated with check (( SELECT private.writes_as_admin() AS writes_as_admin));
create policy "redeem_codes: admins read" on public.redeem_codes for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER redeem_codes_audit AFTER INSERT ON public.redeem_codes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit_codes();
CREATE TRIGGER redeem_codes_before BEFORE INSERT ON public.redeem_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.code_before();
CREATE TRIGGER redeem_codes_refuse_writes BEFORE DELETE OR UPDATE ON public.redeem_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER redeem_codes_serialize_batches BEFORE INSERT ON public.redeem_codes FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_batches();
grant insert (code, token_value, note, batch_id, max_uses, expires_at) on public.redeem_codes to authenticated;
grant select on public.redeem_codes to authenticated;
grant select on public.redeem_codes to service_role;

-- table public.token_transactions

create table public.token_transactions (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  user_id uuid,
  account_id uuid not null,
  transaction_type text not null,
  amount integer not null,
  description text not null,
  balance_after integer not null,
  order_id uuid,
  redeem_code_id uuid,
  actor_id uuid,
  created_at timestamp with time zone not null,
  reason text,
  reason_salt uuid,
  reason_digest bytea,
  hash bytea not null,
  constraint token_transactions_pkey PRIMARY KEY (id),
  constraint token_transactions_seq_key UNIQUE (seq),
  constraint token_transactions_valid CHECK (private.is_ledger_row(transaction_type, amount, balance_after, description, reason))
);
comment on table public.token_transactions is 'The ledger: append-only, also for admins. `seq` is the order in which balances changed; `account_id` outlives the person (D2, D12).';
comment on column public.token_transactions.hash is 'The head of the account''s chain after this row; docs/database.md describes what is hashed (D47).';
comment on column public.token_transactions.reason is 'Why an admin changed the balance; visible to the member. Erased when the person is deleted (D12).';
comment on column public.token_transactions.reason_digest is 'sha256 of salt and reason: the part of the reason in the chain, which outlives it (D12, D47).';
comment on column public.token_transactions.reason_salt is 'Random; keeps the digest from being guessed once the reason is erased (D12).';
CREATE INDEX token_transactions_account_idx ON public.token_transactions USING btree (account_id, seq);
CREATE INDEX token_transactions_adjuster_idx ON public.token_transactions USING btree (actor_id) WHERE (transaction_type = 'adjustment'::text);
CREATE INDEX token_transactions_credit_idx ON public.token_transactions USING btree (account_id, created_at) WHERE ((transaction_type = 'adjustment'::text) AND (order_id IS NOT NULL));
CREATE UNIQUE INDEX token_transactions_one_credit ON public.token_transactions USING btree (order_id) WHERE ((transaction_type = 'adjustment'::text) AND (order_id IS NOT NULL));
CREATE UNIQUE INDEX token_transactions_one_signup_bonus ON public.token_transactions USING btree (account_id) WHERE (transaction_type = 'signup_bonus'::text);
CREATE INDEX token_transactions_order_idx ON public.token_transactions USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX token_transactions_received_idx ON public.token_transactions USING btree (created_at, id) INCLUDE (amount) WHERE (amount > 0);
CREATE UNIQUE INDEX token_transactions_redeem_code_id_key ON public.token_transactions USING btree (redeem_code_id, account_id) WHERE (redeem_code_id IS NOT NULL);
CREATE INDEX token_transactions_spent_idx ON public.token_transactions USING btree (created_at, id) INCLUDE (amount) WHERE (amount < 0);
alter table public.token_transactions enable row level security;
create policy "token_transactions: people read their own, admins all" on public.token_transactions for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid))));
CREATE CONSTRAINT TRIGGER token_transactions_admin_notification AFTER INSERT ON public.token_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.amount > 1000) AND (private.current_operation() IS NULL))) EXECUTE FUNCTION private.admin_notification('large_grant');
CREATE TRIGGER token_transactions_apply BEFORE INSERT ON public.token_transactions FOR EACH ROW EXECUTE FUNCTION private.ledger_apply();
CREATE CONSTRAINT TRIGGER token_transactions_balance AFTER INSERT ON public.token_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER token_transactions_chain BEFORE INSERT ON public.token_transactions FOR EACH ROW EXECUTE FUNCTION private.ledger_chain();
CREATE TRIGGER token_transactions_guard BEFORE DELETE OR UPDATE ON public.token_transactions FOR EACH ROW EXECUTE FUNCTION private.ledger_guard();
CREATE TRIGGER token_transactions_no_truncate BEFORE TRUNCATE ON public.token_transactions FOR EACH STATEMENT EXECUTE FUNCTION private.ledger_guard();
CREATE TRIGGER token_transactions_notification AFTER INSERT ON public.token_transactions FOR EACH ROW WHEN ((new.transaction_type <> 'redemption'::text)) EXECUTE FUNCTION private.tokens_notification();
CREATE TRIGGER token_transactions_refuse_writes BEFORE INSERT ON public.token_transactions FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::text)) EXECUTE FUNCTION private.refuse_write();
alter publication supabase_realtime add table public.token_transactions;
grant select on public.token_transactions to authenticated;
grant select on public.token_transactions to service_role;

-- table public.waitlist

create table public.waitlist (
  id uuid not null default gen_random_uuid(),
  email text not null,
  mailbox text not null,
  requested_at timestamp with time zone not null default now(),
  declined_at timestamp with time zone,
  constraint waitlist_email_check CHECK (private.is_plain_address(email)),
  constraint waitlist_mailbox_key UNIQUE (mailbox),
  constraint waitlist_pkey PRIMARY KEY (id)
);
comment on table public.waitlist is 'Addresses that asked for an invitation. A row leaves when it is approved or removed, when its person joins or is deleted, and after 180 days (D44).';
comment on column public.waitlist.declined_at is 'Declined without a word: the row stays, so that asking again changes nothing, until it is removed or 180 days old.';
CREATE INDEX waitlist_requested_at_idx ON public.waitlist USING btree (((declined_at IS NULL)), requested_at, id);
alter table public.waitlist enable row level security;
create policy "waitlist: admins read" on public.waitlist for select to authenticated using (( SELECT private.is_admin() AS is_admin));
grant select on public.waitlist to authenticated;
grant select on public.waitlist to service_role;

-- table storage.buckets

-- bucket benefits: public t, at most 1048576 bytes, image/png, image/jpeg, image/gif, image/webp
-- bucket branding: public t, at most 524288 bytes, image/png, image/jpeg, image/gif, image/webp
-- bucket deliveries: public f, at most 52428800 bytes, 

-- table storage.objects

create policy "benefits: admins read pictures" on storage.objects for select to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "benefits: admins remove" on storage.objects for delete to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "benefits: admins replace" on storage.objects for update to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor)))) with check (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "benefits: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "branding: admins read" on storage.objects for select to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "branding: admins remove" on storage.objects for delete to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "branding: admins replace" on storage.objects for update to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor)))) with check (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "branding: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor))));
create policy "deliveries: admins read" on storage.objects for select to authenticated using (((bucket_id = 'deliveries'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor)) AND (COALESCE(( SELECT storage.operation() AS operation), ''::text) !~ 'copy$'::text)));
create policy "deliveries: admins remove unused ones" on storage.objects for delete to authenticated using (((bucket_id = 'deliveries'::text) AND private.may_remove_file(name)));
create policy "deliveries: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'deliveries'::text) AND ( SELECT private.is_admin() AS is_admin) AND (NOT ( SELECT private.lacks_second_factor() AS lacks_second_factor)) AND (( SELECT storage.operation() AS operation) = 'storage.object.upload'::text) AND (name ~ '^[0-9a-f]{8}-[0-9a-f-]{27}/[0-9a-f]{8}-[0-9a-f-]{27}/[^/]+$'::text)));
create policy "deliveries: members download" on storage.objects for select to authenticated using (((bucket_id = 'deliveries'::text) AND (( SELECT storage.operation() AS operation) = 'storage.object.get_authenticated'::text) AND private.may_download(name)));
CREATE TRIGGER guildhall_pictures_audit AFTER INSERT OR DELETE OR UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.audit_picture();

-- function api_guard.before_request

CREATE OR REPLACE FUNCTION api_guard.before_request()
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.refuse_estimates() AS refuse_estimates;
END;
comment on function api_guard.before_request() is 'Called by the REST layer before each request; raises to refuse it.';
grant execute on function api_guard.before_request() to anon, authenticated, service_role;

-- function private.activity

CREATE OR REPLACE FUNCTION private.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text, before jsonb, after jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  perform private.require_admin_to_read();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return query
  with entries as materialized (
    select l as entry, l.* from private.audit_log as l
    where (p_table is null or l.table_name = p_table)
      and (p_key_id is null or case when p_reverse then l.id > p_key_id else l.id < p_key_id end)
      and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
        or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
    order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc
    limit private.page_size(p_limit)
  )
  select l.id, l.at, l.actor_id, actor.name, l.table_name, l.row_id, coalesce(l.subject, person.name), l.action, l.before,
    private.with_reason(l.entry)
  from entries as l
  left join public.profiles as actor on actor.id = l.actor_id
  left join public.profiles as person on person.id = case when l.table_name = 'profiles' then l.row_id::uuid end
  order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc;
end
$function$;
comment on function private.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'The entries behind public.activity(); raises not_admin for everybody else.';
grant execute on function private.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function private.add_delivery

CREATE OR REPLACE FUNCTION private.add_delivery(p_order orders, p_avoid_batch uuid DEFAULT NULL::uuid, p_first boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_source private.benefit_delivery;
  v_method text := p_order.delivery_method;
  v_key bigint;
begin
  select * into v_source from private.benefit_delivery where benefit_id = p_order.benefit_id;
  if v_method = 'key' then
    v_key := private.claim_key(p_order.benefit_id, p_avoid_batch);
  end if;
  if coalesce(case v_method when 'key' then v_key::text when 'link' then v_source.link else v_source.file_path end, '') = '' then
    return false;
  end if;
  if not p_first then
    update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  end if;
  if v_method <> 'file' then
    v_source.file_path := null;
    v_source.file_name := null;
    v_source.file_size := null;
    v_source.file_type := null;
  end if;
  insert into private.deliveries
    (order_id, benefit_id, method, kind, key_id, content, instructions, file_path, file_name, file_size, file_type)
  values (
    p_order.id, p_order.benefit_id, v_method, v_method, v_key, case v_method when 'link' then v_source.link end, v_source.instructions,
    v_source.file_path, v_source.file_name, v_source.file_size, v_source.file_type);
  if v_method = 'key' and v_source.low_since is null
    and private.keys_left(p_order.benefit_id, coalesce(v_source.low_stock, 10)) < coalesce(v_source.low_stock, 10)
  then
    perform private.begin_shortage(p_order.benefit_id);
  end if;
  return true;
end
$function$;
comment on function private.add_delivery(p_order orders, p_avoid_batch uuid, p_first boolean) is 'Delivers what the order''s benefit offers now, withdrawing any previous delivery; returns false if there is nothing to deliver (D30, D31).';

-- function private.add_grants

CREATE OR REPLACE FUNCTION private.add_grants(p_operation operations, p_rows jsonb, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  elsif jsonb_array_length(p_rows) > 10000 or octet_length(p_rows::text) > 4000000 then
    raise exception 'import_too_large' using errcode = 'PT413';
  end if;
  with lines as materialized (
    select e.position, lower(private.trim_text(e.line ->> 'email')) as email, e.line ->> 'tokens' as tokens,
      nullif(private.trim_text(e.line ->> 'reason'), '') as reason
    from jsonb_array_elements(p_rows) with ordinality as e (line, position)
  ),
  checked as (
    select l.*, private.grant_problem(l.email, l.tokens, p_reason, l.reason) as wrong from lines as l
  ),
  judged as (
    select c.*, p.id as person, case
      when c.wrong is not null then c.wrong
      when row_number() over (partition by c.email, c.wrong is null order by c.position) > 1 then 'duplicate_line'
      when p.id is null then 'unknown_email' end as problem
    from checked as c left join public.profiles as p on lower(p.email) = c.email
  ),
  added as (
    insert into private.operation_rows (operation_id, position, row_id, input)
    select p_operation.id, j.position, case when j.problem is null then j.person end,
      case when j.problem is null then jsonb_build_object('tokens', j.tokens::integer) else jsonb_build_object('problem', j.problem) end
    from judged as j
  )
  update private.operation_content as c
  set content = c.content || jsonb_build_object('reasons', coalesce((
    select jsonb_object_agg(j.position, j.reason) from judged as j where j.problem is null and j.reason is not null), '{}'))
  where c.operation_id = p_operation.id;
end
$function$;
comment on function private.add_grants(p_operation operations, p_rows jsonb, p_reason text) is 'Adds the lines of a grant to an operation, in their order; a line that is wrong by itself, repeats an address or names nobody is skipped.';

-- function private.add_orders

CREATE OR REPLACE FUNCTION private.add_orders(p_operation operations, p_filter jsonb, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (p_filter is null) = (p_ids is null) then
    raise exception 'filter_or_ids' using errcode = 'PT422';
  end if;
  execute format(
    'insert into private.operation_rows (operation_id, position, row_id)
    select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
    case when p_ids is null then 'select r.id from public.orders as r where ' || private.order_filter(p_filter)
      else 'select distinct i.id from unnest($2) as i (id)' end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$function$;
comment on function private.add_orders(p_operation operations, p_filter jsonb, p_ids uuid[]) is 'Adds the orders of a filter or these orders to an operation, in the order of their ids: at most 20,000.';

-- function private.add_people

CREATE OR REPLACE FUNCTION private.add_people(p_operation operations, p_filter jsonb, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (p_filter is null) = (p_ids is null) then
    raise exception 'filter_or_ids' using errcode = 'PT422';
  end if;
  execute format(
    'insert into private.operation_rows (operation_id, position, row_id)
    select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
    case when p_ids is null then 'select r.id from public.profiles as r where ' || private.person_filter(p_filter)
      else 'select distinct i.id from unnest($2) as i (id)' end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$function$;
comment on function private.add_people(p_operation operations, p_filter jsonb, p_ids uuid[]) is 'Adds the people of a filter or these people to an operation, in the order of their ids: at most 20,000.';

-- function private.add_rows

CREATE OR REPLACE FUNCTION private.add_rows(p_operation operations, p_table text, p_type text, p_condition text, p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (p_condition is null) = (p_ids is null) then
    raise exception 'filter_or_ids' using errcode = 'PT422';
  end if;
  execute format(
    'insert into private.operation_rows (operation_id, position, row_id)
    select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
    case when p_ids is null then format('select r.id from %s as r where %s', p_table, p_condition)
      else format('select distinct i.id::%s as id from unnest($2) as i (id)', p_type) end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$function$;
comment on function private.add_rows(p_operation operations, p_table text, p_type text, p_condition text, p_ids text[]) is 'Adds the rows `r` of a table that meet a condition, or those with these ids, to an operation, in the order of their ids: at most 20,000.';

-- function private.admin_counts

CREATE OR REPLACE FUNCTION private.admin_counts()
 RETURNS TABLE(users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint, pending bigint, overdue bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint, available_invite_codes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query select
    (select count(*) from public.profiles),
    (select count(*) from public.profiles as p where p.role = 'admin'),
    (select count(*) from public.benefits),
    (select count(*) from public.benefits as b where b.is_active),
    (select count(*) from public.orders),
    (select count(*) from public.orders as o where o.created_at > now() - interval '7 days'),
    (select count(*) from public.orders as o where o.status = 'pending'),
    (select count(*) from public.orders as o where o.status = 'pending' and o.due_at < now()),
    (select count(*) from public.redeem_codes),
    (select count(*) from public.redeem_codes as c
      where not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)),
    (select count(*) from public.invite_codes as c where c.is_plain),
    (select count(*) from public.invite_codes as c
      where c.is_plain and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true));
end
$function$;
comment on function private.admin_counts() is 'The counts behind public.admin_counts(); raises not_admin for everybody else.';
grant execute on function private.admin_counts() to authenticated;

-- function private.admin_notification

CREATE OR REPLACE FUNCTION private.admin_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mark integer;
begin
  case tg_argv[0]
    when 'pool_low' then
      perform private.notify_admins('pool_low', 1, null, b.id,
        jsonb_build_object('benefit', b.name, 'left', private.keys_left(b.id, 10000)))
      from public.benefits as b where b.id = new.benefit_id;
    when 'stock_low' then
      -- The change that crosses the mark and the one that leaves nothing, not those between.
      v_mark := coalesce((select d.low_stock from private.benefit_delivery as d where d.benefit_id = new.id), 10);
      if v_mark between new.stock + 1 and old.stock or new.stock = 0 and v_mark > 0 then
        perform private.notify_admins('stock_low', 1, null, new.id, jsonb_build_object('benefit', new.name, 'left', new.stock));
        -- One an hour and mark, however often units are taken and returned.
        perform private.queue_admin_email(
          'stock_low', new.id, date_trunc('hour', now()) + (new.stock = 0)::integer * interval '1 second');
      end if;
    when 'reports_open' then
      perform private.notify_admins('reports_open', 1, o.id, o.benefit_id,
        jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name))
      from public.orders as o where o.id = new.order_id;
    when 'batch_held' then
      perform private.notify_admins('reports_open', 1, null, b.id, jsonb_build_object('benefit', b.name))
      from public.benefits as b where b.id = new.benefit_id;
    when 'emails_given_up' then
      perform private.notify_admins('emails_given_up', 1, null, null, jsonb_build_object('error', new.last_error));
    when 'large_grant' then
      if new.transaction_type in ('adjustment', 'purchase') and new.redeem_code_id is null and new.created_at >= now() then
        perform private.notify_admins('large_grant', 1, null, null, jsonb_build_object('tokens', new.amount));
        perform private.queue_admin_email('large_grant', new.id, now());
      end if;
    when 'large_grants' then
      perform private.notify_admins('large_grant', 1, null, null,
        jsonb_build_object('tokens', new.tokens, 'members', new.changed + new.kept));
      perform private.queue_admin_email('large_grant', new.id, now(), new.actor_id);
  end case;
  return null;
end
$function$;
comment on function private.admin_notification() is 'Trigger: tells the admins about an event of the kind that is its argument.';

-- function private.answer_report

CREATE OR REPLACE FUNCTION private.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text text := nullif(private.trim_text(p_text), '');
  v_by_hand boolean := nullif(private.trim_text(p_content), '') is not null;
  v_report private.reports;
  v_order public.orders;
begin
  -- Deletions, then the order, then the report, as everywhere.
  perform private.begin_admin_write();
  if p_answer is null or p_answer not in ('replaced', 'replied', 'refunded') or char_length(v_text) > 2000
    or (p_answer = 'replied' and v_text is null)
  then
    raise exception 'invalid_answer' using errcode = 'PT422';
  end if;
  if v_by_hand and p_answer <> 'replaced' then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  select o.* into v_order from public.orders as o join private.reports as r on r.order_id = o.id
  where r.id = p_report_id for update of o;
  select * into v_report from private.reports as r
  where r.id = p_report_id and r.outcome = 'open' and r.answer is null for update;
  if not found then
    raise exception 'report_closed' using errcode = 'PT409';
  end if;
  if p_answer <> 'replied' and v_order.status = 'cancelled' or p_answer = 'replaced' and v_order.user_id is null then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  if p_answer = 'replaced' then
    if v_by_hand then
      perform private.replace_by_hand(v_order, p_kind, p_content, null);
    elsif v_order.delivery_method = 'manual' then
      raise exception 'invalid_delivery' using errcode = 'PT422';
    elsif not private.add_delivery(v_order, v_report.batch_id) then
      raise exception 'sold_out' using errcode = 'PT409';
    end if;
  end if;
  update private.reports
  set answer = p_answer, answer_text = v_text, answered_by = auth.uid(), answered_at = clock_timestamp()
  where id = p_report_id;
  -- Without its text, which is about the member.
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'reports', p_report_id::text, 'update', '{"answer": null}', jsonb_build_object('answer', p_answer));
  perform private.set_order_status(v_order.id, case
    when p_answer = 'refunded' then 'cancelled' when v_by_hand then 'delivered' else v_order.status end);
end
$function$;
comment on function private.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text) is 'The answer behind public.answer_report().';
grant execute on function private.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text) to authenticated;

-- function private.apply_privileges

CREATE OR REPLACE FUNCTION private.apply_privileges()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- The functions that clients call. A public one runs as its caller, who therefore needs EXECUTE on the private one that
  -- it wraps; without USAGE on the schema nobody can name that.
  v_everybody text[] := '{validate_invite_code, launch_spots_left, unsubscribe, open_invitation, request_invitation}';
  v_members text[] := '{
    redeem_code, my_totals, late_credit_left, explain_number, explain_rows, search_everything, browse_benefits, browse_counts, benefit_facts, set_favourite, ask_to_be_told,
    order_delivery, delivery_status, order_events, report_delivery, cancel_my_order,
    send_invitations, resend_invitation, correct_invitation, revoke_invitation, my_invitations,
    my_data, my_data_counts, start_export, request_deletion, confirm_deletion, keep_account}';
  v_relationships text[] := '{customer, benefit, related_order, redeemed_code, redeemer, revoker, creator, person, desk, assignee, author, actor}';
  -- Each checks its caller.
  v_admins text[] := '{
    order_categories, admin_counts, pending_orders, token_flow, order_flow, email_status, send_test_email, test_email, benefit_figures,
    activity, count_activity, order_history, reconcile,
    search_orders, count_orders, order_counts, view_counts, assign_orders, search_profiles, count_profiles,
    grant_tokens, extend_memberships, approve_waitlist, decline_waitlist, remove_from_waitlist, person_figures, person_reports, person_notes, person_messages,
    search_redeem_codes, search_invite_codes, count_codes, code_counts, code_details, code_users, taken_codes, extend_code,
    search_invitations, invitation_counts,
    import_keys, search_keys, key_counts, reveal_key, set_key_aside,
    set_order_statuses, note_orders, revoke_codes, set_keys_aside, change_benefits, continue_operation, undo_operation,
    operation_rows,
    delivery_settings, save_delivery_settings, last_delivery, deliver_order,
    search_reports, report_counts, report_details, answer_report, suspect_batches, decide_batch, delivery_figures, on_time_figures,
    second_factors_of, reset_second_factor}';
  -- What the sender of emails calls.
  v_service text[] := '{lease_emails, mark_email_sent, mark_email_failed, email_sender_ran_at, run_due}';
  v_function record;
begin
  alter default privileges revoke execute on functions from public;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  revoke all on schema private, api_guard from public, anon, authenticated, service_role;
  revoke create on schema public from public, anon, authenticated, service_role;
  revoke all on all tables in schema public, private from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
  revoke all on all functions in schema public, private, api_guard from public, anon, authenticated, service_role;
  grant usage on schema public to anon, authenticated, service_role;

  -- Members and admins share a role: grants are the union, policies and triggers subtract.
  grant select, delete, update (name, phone, role, current_tokens, adjustment_type, adjustment_reason) on public.profiles to authenticated;
  grant select on public.token_transactions to authenticated;
  grant select, delete,
    insert (id, name, description, token_value, image_url, is_active, delivery_method,
      category_id, stock, per_member_limit, opens_at, closes_at, estimated_value),
    update (name, description, token_value, image_url, is_active, delivery_method,
      category_id, stock, per_member_limit, opens_at, closes_at, estimated_value)
  on public.benefits to authenticated;
  grant select, delete, insert (id, name), update (name) on public.categories to authenticated;
  grant select,
    insert (id, user_id, benefit_id, redemption_email, status,
      benefit_name, benefit_token_value, benefit_image_url, benefit_description),
    update (status, updated_at)
  on public.orders to authenticated;
  grant select on public.order_desk to authenticated;
  grant select, insert (id, order_id, body) on public.order_notes to authenticated;
  grant select, delete, insert (id, name, position, filter, sort), update (name, position, filter, sort)
  on public.admin_views to authenticated;
  grant select, insert (code, token_value, note, batch_id, max_uses, expires_at) on public.redeem_codes to authenticated;
  grant select, insert (code, note, batch_id, max_uses, expires_at) on public.invite_codes to authenticated;
  grant select on public.invitations, public.code_uses to authenticated;
  grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;
  grant select on public.operations, public.waitlist to authenticated;
  grant select, update (read_at) on public.notifications to authenticated;
  grant select, insert (user_id, kind, in_app, by_email), update (user_id, kind, in_app, by_email)
  on public.notification_preferences to authenticated;
  grant select on all tables in schema public to service_role;

  for v_function in
    select client.signature, client.roles
    from (
      select p.oid::regprocedure as signature, p.oid,
        case when p.proname = any (v_everybody) then 'anon, authenticated'
          when p.proname = any (v_service) then 'service_role' else 'authenticated' end as roles
      from pg_catalog.pg_proc as p
      where p.pronamespace = 'public'::regnamespace and p.proname = any (v_everybody || v_members || v_relationships || v_admins || v_service)
    ) as called
    cross join lateral (
      select called.signature, called.roles
      union all
      -- What the body of the wrapper calls.
      select d.refobjid::regprocedure, called.roles
      from pg_catalog.pg_depend as d join pg_catalog.pg_proc as wrapped on wrapped.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = called.oid
        and d.refclassid = 'pg_catalog.pg_proc'::regclass and wrapped.pronamespace = 'private'::regnamespace
    ) as client
  loop
    execute format('grant execute on function %s to %s', v_function.signature, v_function.roles);
  end loop;

  -- What policies call.
  grant execute on function private.is_admin(), private.writes_as_admin(), private.lacks_second_factor(), private.is_member(),
    private.may_download(text), private.may_remove_file(text) to authenticated;
  -- What CHECK constraints, indexes and generated columns call, as the role that writes the row; each only reads its arguments.
  grant execute on function private.trim_text(text), private.normalize_code(text), private.has_hidden(text), private.has_visible(text),
    private.is_plain_text(text), private.is_email(text), private.is_code(text), private.mailbox_of(text),
    private.is_order(text, text, text, integer, text), private.order_text(text, text, text, text),
    private.is_notification_row(text, integer) to authenticated, service_role;

  -- Before every request.
  grant usage on schema api_guard to anon, authenticated, service_role;
  grant execute on function api_guard.before_request(), private.refuse_estimates() to anon, authenticated, service_role;

  grant usage on schema private to supabase_auth_admin;
  grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
end
$function$;
comment on function private.apply_privileges() is 'Revokes everything, then grants each role exactly what it needs; run it again after anything that grants by itself.';

-- function private.approve_waitlist

CREATE OR REPLACE FUNCTION private.approve_waitlist(p_ids uuid[], p_dry_run boolean)
 RETURNS TABLE(id uuid, email text, state text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.waitlist;
  v_found uuid[] := '{}';
  v_approved uuid[] := '{}';
  v_emails text[] := '{}';
begin
  perform private.lock_invitations();
  perform private.require_admin();
  for v_row in select * from private.lock_waiting(p_ids, false) loop
    v_found := v_found || v_row.id;
    id := v_row.id;
    email := v_row.email;
    state := private.invitation_state(v_row.email);
    if state = 'new' then
      v_approved := v_approved || v_row.id;
      v_emails := v_emails || v_row.email;
    end if;
    return next;
  end loop;
  email := null;
  state := 'gone';
  for id in select distinct i from unnest(p_ids) as i where i <> all (v_found) order by i loop
    return next;
  end loop;
  if not p_dry_run then
    perform private.create_invitations(auth.uid(), 'waitlist', v_emails, true, now() + interval '30 days', null, 1, null);
    delete from public.waitlist as w where w.id = any (v_approved);
    perform private.log_waitlist('delete', 'approved', v_approved);
  end if;
end
$function$;
comment on function private.approve_waitlist(p_ids uuid[], p_dry_run boolean) is 'The approval behind public.approve_waitlist().';
grant execute on function private.approve_waitlist(p_ids uuid[], p_dry_run boolean) to authenticated;

-- function private.ask_to_be_told

CREATE OR REPLACE FUNCTION private.ask_to_be_told(p_benefit_id uuid, p_wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_caller();
  if p_wanted then
    perform private.lock_visible(p_benefit_id);
    insert into private.waiting_members (benefit_id, user_id) values (p_benefit_id, auth.uid()) on conflict do nothing;
  else
    delete from private.waiting_members as w where w.benefit_id = p_benefit_id and w.user_id = auth.uid();
  end if;
end
$function$;
comment on function private.ask_to_be_told(p_benefit_id uuid, p_wanted boolean) is 'The change behind public.ask_to_be_told().';
grant execute on function private.ask_to_be_told(p_benefit_id uuid, p_wanted boolean) to authenticated;

-- function private.assign_orders

CREATE OR REPLACE FUNCTION private.assign_orders(p_ids uuid[], p_assign boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_assigned integer;
begin
  perform private.begin_admin_write();
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;
  -- In the order of their ids, so that two calls never wait for each other.
  insert into public.order_desk as d (order_id, assignee_id, assigned_at)
  select o.id, case when p_assign then auth.uid() end, case when p_assign then now() end
  from public.orders as o
  where o.id = any (p_ids) and (p_assign or exists (select from public.order_desk as e where e.order_id = o.id))
  order by o.id
  on conflict (order_id) do update set assignee_id = excluded.assignee_id, assigned_at = excluded.assigned_at
  where d.assignee_id is distinct from excluded.assignee_id;
  get diagnostics v_assigned = row_count;
  return v_assigned;
end
$function$;
comment on function private.assign_orders(p_ids uuid[], p_assign boolean) is 'The change behind public.assign_orders().';
grant execute on function private.assign_orders(p_ids uuid[], p_assign boolean) to authenticated;

-- function private.audit

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
  -- Not in the trigger's condition: it would be parsed at each movement of tokens.
  if tg_argv[0] = 'others' then
    if old.role <> 'admin' and old.id = auth.uid() then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    v_before := to_jsonb(old);
    v_row := v_before;
  end if;
  if tg_op <> 'DELETE' then
    v_after := to_jsonb(new);
    v_row := v_after;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, a.value)
    into v_before, v_after
    from jsonb_each(to_jsonb(old)) as b
    join jsonb_each(to_jsonb(new)) as a using (key)
    -- What follows from the status of an order.
    where a.value is distinct from b.value and key not in ('unit', 'late_credit', 'fulfilled_at');
  elsif tg_op = 'DELETE' and tg_table_name = 'profiles' then
    v_before := v_before - private.personal_columns();
  end if;
  if v_before is null and v_after is null then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'key'), lower(tg_op), v_before, v_after);
  return null;
end
$function$;
comment on function private.audit() is 'Trigger: records one change; of an update only the changed columns (D29). With the argument `others`, not what members change of themselves.';

-- function private.audit_codes

CREATE OR REPLACE FUNCTION private.audit_codes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  select
    auth.uid(), tg_table_name,
    case when count(*) > 1 then coalesce(b.batch_id, min(b.id)) else min(b.id) end,
    'insert',
    case when count(*) > 1 then
      jsonb_build_object(
        'batch_id', b.batch_id, 'count', count(*), 'token_value', b.token_value, 'note', b.note,
        'max_uses', b.max_uses, 'expires_at', b.expires_at, 'codes', jsonb_agg(b.code order by b.code))
    else (jsonb_agg(b.whole) -> 0) end
  from (
    select a.batch_id::text, a.id::text, a.code, a.note, a.max_uses, a.expires_at, to_jsonb(a) as whole, to_jsonb(a) -> 'token_value' as token_value
    from added as a
  ) as b
  group by b.batch_id, b.token_value, b.note, b.max_uses, b.expires_at;
  return null;
end
$function$;
comment on function private.audit_codes() is 'Trigger: records the codes created by one statement, one entry per batch with the same value, note, uses and expiry (D29).';

-- function private.audit_log_guard

CREATE OR REPLACE FUNCTION private.audit_log_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Generated columns are computed after this trigger.
  v_free text[] := '{before,after,search_text}';
begin
  if tg_op = 'UPDATE' and old.table_name = 'profiles'
    and to_jsonb(new) - v_free = to_jsonb(old) - v_free
    and new.before is not distinct from old.before - private.personal_columns()
    and new.after is not distinct from old.after - private.personal_columns()
    and not exists (select from public.profiles where id = old.row_id::uuid)
  then
    return new;
  end if;
  raise exception 'audit_log_is_immutable' using errcode = 'PT403';
end
$function$;
comment on function private.audit_log_guard() is 'Trigger: the log is append-only, except for erasing a deleted person''s own data (D12, D29).';

-- function private.audit_log_subject

CREATE OR REPLACE FUNCTION private.audit_log_subject()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.subject := private.audit_subject(new.table_name, new.row_id, new.before, new.after);
  return new;
end
$function$;
comment on function private.audit_log_subject() is 'Trigger: stores the display name of the row.';

-- function private.audit_picture

CREATE OR REPLACE FUNCTION private.audit_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- As json, because the columns belong to storage.
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_before jsonb := private.picture_fields(v_old);
  v_after jsonb := private.picture_fields(v_new);
  -- Storage writes uploads with its own role and stores the sender as the owner.
  v_actor uuid := coalesce(auth.uid()::text, v_new ->> 'owner_id', v_new ->> 'owner');
begin
  if v_actor is null or coalesce(v_before, v_after) is null
    or v_old - 'last_accessed_at' = v_new - 'last_accessed_at'
  then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select v_actor, case when f.path like 'deliveries/%' then 'files' else 'pictures' end, f.path, lower(tg_op), v_before, v_after
  from (select coalesce(v_after, v_before) ->> 'path' as path) as f;
  return null;
end
$function$;
comment on function private.audit_picture() is 'Trigger: records uploads, replacements, moves and deletions of pictures, logos and delivery files by admins (D29).';

-- function private.audit_subject

CREATE OR REPLACE FUNCTION private.audit_subject(p_table text, p_row_id text, p_before jsonb, p_after jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case p_table
    when 'orders' then (select o.order_number from public.orders as o where o.id = p_row_id::uuid)
    when 'benefits' then coalesce(
      p_after ->> 'name', p_before ->> 'name', (select b.name from public.benefits as b where b.id = p_row_id::uuid))
    when 'categories' then coalesce(
      p_after ->> 'name', p_before ->> 'name', (select c.name from public.categories as c where c.id = p_row_id::uuid))
    when 'app_settings' then p_row_id
    when 'profiles' then null
    when 'pictures' then p_row_id
    -- The bucket, the benefit, the upload, the name.
    when 'files' then split_part(p_row_id, '/', 4)
    when 'key_batches' then (select b.name from public.benefits as b where b.id = (p_after ->> 'benefit_id')::uuid)
    when 'reports' then (
      select 'R-' || lpad(r.number::text, greatest(4, length(r.number::text)), '0') from private.reports as r where r.id = p_row_id::uuid)
    when 'delivery_keys' then p_after ->> 'key'
    else coalesce(p_after ->> 'code', p_after ->> 'note')
  end;
end
$function$;
comment on function private.audit_subject(p_table text, p_row_id text, p_before jsonb, p_after jsonb) is 'The display name of an entry''s row: order number, benefit, category, setting, picture, file, code or note of a batch. None for a person, whose name is read from the profile while there is one (D12).';

-- function private.audit_text

CREATE OR REPLACE FUNCTION private.audit_text(p_subject text, p_before jsonb, p_after jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT lower(((COALESCE(audit_text.p_subject, ''::text) || '
'::text) || COALESCE(string_agg((v.value #>> '{}'::text[]), '
'::text), ''::text))) AS lower
    FROM ( SELECT b.key,
             b.value
            FROM jsonb_each(audit_text.p_before) b(key, value)
         UNION ALL
          SELECT a.key,
             a.value
            FROM jsonb_each(audit_text.p_after) a(key, value)) v
   WHERE (v.key !~ '(^|_)(id|at|by|date)$'::text);
END;
comment on function private.audit_text(p_subject text, p_before jsonb, p_after jsonb) is 'The searchable text of an entry, in lower case.';

-- function private.before_user_created

CREATE OR REPLACE FUNCTION private.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user jsonb := event -> 'user';
  v_valid boolean;
begin
  -- Before the code is checked; the trigger would refuse it without a message.
  if v_user ->> 'email' <> '' and not private.is_email(v_user ->> 'email') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 400, 'message', 'This email address has a character that is not allowed.'));
  end if;
  v_valid := not coalesce((v_user ->> 'is_anonymous')::boolean, false)
    and private.check_invite_code(
      v_user -> 'user_metadata' ->> 'invite_code',
      private.caller_of(event -> 'metadata' ->> 'ip_address'),
      coalesce(v_user ->> 'email', ''));
  if v_valid then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 422, 'message', 'This invite code is invalid or already used.'));
exception when sqlstate 'PT429' then
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 429, 'message', 'This invite code is invalid or already used.'));
end
$function$;
comment on function private.before_user_created(event jsonb) is 'Hook of hosted Supabase: refuses a sign-up with a message, 422 only for the code, by which the client knows it. It runs outside the sign-up''s transaction, so it marks nothing as used (D9).';
grant execute on function private.before_user_created(event jsonb) to supabase_auth_admin;

-- function private.begin_admin_write

CREATE OR REPLACE FUNCTION private.begin_admin_write()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.wait_for_deletions();
  perform private.require_admin();
end
$function$;
comment on function private.begin_admin_write() is 'wait_for_deletions(), then require_admin(): the caller may lose the role while waiting (D11). Call it before locking a row.';

-- function private.begin_shortage

CREATE OR REPLACE FUNCTION private.begin_shortage(p_benefit uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_mark integer := coalesce((select d.low_stock from private.benefit_delivery as d where d.benefit_id = p_benefit), 10);
begin
  if private.keys_left(p_benefit, v_mark) < v_mark
    and exists (select from public.benefits as b where b.id = p_benefit and b.delivery_method = 'key')
  then
    insert into private.benefit_delivery as d (benefit_id, low_since) values (p_benefit, now())
    on conflict (benefit_id) do update set low_since = excluded.low_since where d.low_since is null;
  end if;
end
$function$;
comment on function private.begin_shortage(p_benefit uuid) is 'After keys have left the pool of a benefit: notes once, until end_shortage(), that fewer than its low mark are left (D31).';

-- function private.benefit_after_delete

CREATE OR REPLACE FUNCTION private.benefit_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An order being placed holds a lock on the benefit until it commits, so this update sees it.
  update public.orders set benefit_id = null where benefit_id = old.id;
  delete from private.favourites where benefit_id = old.id;
  delete from private.waiting_members where benefit_id = old.id;
  return null;
end
$function$;
comment on function private.benefit_after_delete() is 'Trigger: orders of a deleted benefit stay, without the link (D13); what members marked goes.';

-- function private.benefit_before

CREATE OR REPLACE FUNCTION private.benefit_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := btrim(new.name);
  new.description := btrim(new.description);
  new.image_url := nullif(btrim(new.image_url), '');
  if new.category_id is not null and not exists (select from public.categories where id = new.category_id) then
    raise exception 'category_deleted' using errcode = 'PT409';
  end if;
  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := now();
  else
    new.created_at := old.created_at;
    -- Updates are conditional on the time that was read, so two within one microsecond must differ.
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$function$;
comment on function private.benefit_before() is 'Trigger: trims the text, checks the category and sets the times; no two changes of a benefit have the same time.';

-- function private.benefit_change_apply

CREATE OR REPLACE FUNCTION private.benefit_change_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with target as (
    select r.position, b.id, b.token_value, b.is_active
    from private.operation_rows as r join public.benefits as b on b.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.benefits as b
    set token_value = private.changed_price(b.token_value, p_operation.parameters),
      is_active = case p_operation.parameters ->> 'change' when 'active' then p_operation.parameters -> 'value' = '1' else b.is_active end
    from target as t where b.id = t.id
    returning b.id, b.token_value, b.is_active, b.updated_at
  )
  select t.position, jsonb_build_object('token_value', t.token_value, 'is_active', t.is_active),
    jsonb_build_object('token_value', c.token_value, 'is_active', c.is_active, 'updated_at', c.updated_at)
  from target as t join changed as c using (id);
end
$function$;
comment on function private.benefit_change_apply(p_operation operations, p_positions integer[]) is 'Sets prices or switches.';

-- function private.benefit_change_labels

CREATE OR REPLACE FUNCTION private.benefit_change_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(b.name, 'Deleted Benefit'::text) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN benefits b ON ((b.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (benefit_change_labels.p_operation).id) AND (r."position" = ANY (benefit_change_labels.p_positions)));
END;
comment on function private.benefit_change_labels(p_operation operations, p_positions integer[]) is 'The names of the benefits.';

-- function private.benefit_change_lock

CREATE OR REPLACE FUNCTION private.benefit_change_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.benefits as b
  where b.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by b.id for no key update;
end
$function$;
comment on function private.benefit_change_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the benefits.';

-- function private.benefit_change_plan

CREATE OR REPLACE FUNCTION private.benefit_change_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
         CASE
             WHEN (b.id IS NULL) THEN 'not_found'::text
             WHEN (((benefit_change_plan.p_operation).parameters ->> 'change'::text) = 'active'::text) THEN
             CASE
                 WHEN (b.is_active AND (((benefit_change_plan.p_operation).parameters -> 'value'::text) = '1'::jsonb)) THEN 'already_active'::text
                 WHEN ((NOT b.is_active) AND (((benefit_change_plan.p_operation).parameters -> 'value'::text) = '0'::jsonb)) THEN 'already_inactive'::text
                 ELSE NULL::text
             END
             WHEN (private.changed_price(b.token_value, (benefit_change_plan.p_operation).parameters) = (b.token_value)::numeric) THEN 'same_price'::text
             WHEN ((private.changed_price(b.token_value, (benefit_change_plan.p_operation).parameters) < (1)::numeric) OR (private.changed_price(b.token_value, (benefit_change_plan.p_operation).parameters) > (1000000)::numeric)) THEN 'price_out_of_range'::text
             ELSE NULL::text
         END AS "case",
     NULL::uuid AS uuid,
     NULL::timestamp with time zone AS timestamptz,
     (b.updated_at)::text AS updated_at,
     0,
     false
    FROM (private.operation_rows r
      LEFT JOIN benefits b ON ((b.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (benefit_change_plan.p_operation).id) AND ((r."position" >= benefit_change_plan.p_from) AND (r."position" <= benefit_change_plan.p_to)));
END;
comment on function private.benefit_change_plan(p_operation operations, p_from integer, p_to integer) is 'Which benefits change; skipped are those that are so already, and prices that would be less than 1 or more than 1,000,000.';

-- function private.benefit_change_settle

CREATE OR REPLACE FUNCTION private.benefit_change_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
END;
comment on function private.benefit_change_settle(p_operation operations, p_from integer, p_to integer) is 'Nothing: whoever waits for a benefit is told once it has been available for ten minutes (D39).';

-- function private.benefit_change_undo

CREATE OR REPLACE FUNCTION private.benefit_change_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with judged as (
    select r.position, b.id, r.before, case
      when b.id is null then 'not_found'
      when b.updated_at <> (r.after ->> 'updated_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r left join public.benefits as b on b.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  restored as (
    update public.benefits as b
    set token_value = (j.before ->> 'token_value')::integer, is_active = (j.before ->> 'is_active')::boolean
    from judged as j where b.id = j.id and j.reason is null
  )
  select j.position, j.reason from judged as j;
end
$function$;
comment on function private.benefit_change_undo(p_operation operations, p_from integer, p_to integer) is 'Restores benefits that nobody has changed since.';

-- function private.benefit_delivery_after_delete

CREATE OR REPLACE FUNCTION private.benefit_delivery_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What was delivered was copied; keys of orders and their batches stay (D13).
  delete from private.benefit_delivery where benefit_id = old.id;
  return null;
end
$function$;
comment on function private.benefit_delivery_after_delete() is 'Trigger: a deleted benefit delivers nothing more.';

-- function private.benefit_email_data

CREATE OR REPLACE FUNCTION private.benefit_email_data(p_kind text, p_benefit uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('benefit_id', b.id, 'benefit', b.name, 'tokens', b.token_value, 'count', case p_kind
      when 'pool_low' then private.keys_left(b.id, 10000) when 'stock_low' then b.stock end)
    from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
    where b.id = p_benefit and case p_kind
      when 'pool_low' then d.low_since is not null
      when 'stock_low' then b.stock < coalesce(d.low_stock, 10)
      else private.is_available(b.id, now())
    end
  );
end
$function$;
comment on function private.benefit_email_data(p_kind text, p_benefit uuid) is 'What an email about a benefit shows; null once there is enough of it again, or it is gone again.';

-- function private.benefit_facts

CREATE OR REPLACE FUNCTION private.benefit_facts(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, awaited_since timestamp with time zone, is_open boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_is_admin boolean := private.is_admin();
begin
  return query
  select s.id, s.units_left, s.own_orders, s.is_favourite, s.awaited_since is not null, s.awaited_since,
    coalesce(s.opens_at <= now(), true)
  from private.catalogue as s
  where s.id = any (p_benefits[1:200])
    and (v_is_admin or (s.is_active and coalesce(s.closes_at > now(), true) and private.is_member()));
end
$function$;
comment on function private.benefit_facts(p_benefits uuid[]) is 'The facts behind public.benefit_facts().';
grant execute on function private.benefit_facts(p_benefits uuid[]) to authenticated;

-- function private.benefit_figures

CREATE OR REPLACE FUNCTION private.benefit_figures(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, orders bigint, tokens bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select b.id, count(o.id), coalesce(sum(o.benefit_token_value), 0)::bigint
  from public.benefits as b
  left join public.orders as o on o.benefit_id = b.id and o.status <> 'cancelled'
  where b.id = any (p_benefits)
  group by b.id;
end
$function$;
comment on function private.benefit_figures(p_benefits uuid[]) is 'The figures behind public.benefit_figures(); raises not_admin for everybody else.';
grant execute on function private.benefit_figures(p_benefits uuid[]) to authenticated;

-- function private.benefit_filter

CREATE OR REPLACE FUNCTION private.benefit_filter(p_filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - 'search' <> '{}'
    or (p_filter ? 'search' and jsonb_typeof(p_filter -> 'search') <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return coalesce(format(
    $sql$lower(r.name || E'\n' || r.description) like %L$sql$, private.like_pattern(nullif(p_filter ->> 'search', ''))), 'true');
end
$function$;
comment on function private.benefit_filter(p_filter jsonb) is 'The condition of the benefits `r` that the list of admins shows: `search`, in name and description. Raises unknown_filter for anything else.';

-- function private.broken_chains

CREATE OR REPLACE FUNCTION private.broken_chains()
 RETURNS TABLE(account_id uuid, problem text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.account_id,
     (('ledger row '::text || c.id) || ' is not the one that was chained'::text)
    FROM ( SELECT t.account_id,
             t.id,
             (((t.reason IS NOT NULL) AND ((t.reason_digest IS NULL) OR (t.reason_digest IS DISTINCT FROM private.reason_digest(t.reason_salt, t.reason)))) OR ((t.reason IS NULL) AND (t.reason_digest IS NOT NULL) AND (p.id IS NOT NULL)) OR (NOT isfinite(t.created_at)) OR (t.hash <> private.ledger_hash(lag(t.hash) OVER (PARTITION BY t.account_id ORDER BY t.seq), t.*))) AS broken
            FROM (token_transactions t
              LEFT JOIN profiles p ON ((p.id = t.account_id)))) c
   WHERE c.broken
 UNION ALL
  SELECT p.id,
     (('ledger row '::text || t.id) || ' is hidden from its member'::text)
    FROM (token_transactions t
      JOIN profiles p ON ((p.id = t.account_id)))
   WHERE (t.user_id IS DISTINCT FROM p.id);
END;
comment on function private.broken_chains() is 'Ledger rows that do not follow from the row before them; part of private.reconcile() (D47).';

-- function private.browse_benefits

CREATE OR REPLACE FUNCTION private.browse_benefits(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, name text, description text, token_value integer, image_url text, delivery_method text, category_id uuid, per_member_limit integer, opens_at timestamp with time zone, closes_at timestamp with time zone, estimated_value numeric, created_at timestamp with time zone, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, is_open boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 48
 SET search_path TO ''
AS $function$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'price' then '%s::integer'
    when 'price-down' then '%s::integer'
    when 'newest' then '%s::timestamptz'
    when 'leaving' then 'coalesce(%s, ''infinity'')::timestamptz'
    when 'name' then 'lower(%s)'
  end;
  v_column text := case p_sort when 'newest' then 'created_at' when 'leaving' then 'closes_at' when 'name' then 'name' else 'token_value' end;
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = auth.uid());
  v_ids uuid[];
begin
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  elsif v_balance is null then
    return;
  end if;
  v_ids := private.page_ids(
    p_from => 'private.catalogue as r',
    p_where => concat_ws(' and ', private.catalogue_filter(p_search), 'r.category_id = ' || quote_literal(p_category),
      case when p_favourites then format('r.id = any (%L::uuid[])', array(
        select f.benefit_id from private.favourites as f where f.user_id = auth.uid())) end,
      case when p_affordable then private.redeemable_filter(v_balance) end),
    p_sort => format(v_form, 'r.' || v_column),
    p_descending => p_sort in ('price-down', 'newest'),
    p_key => case when p_key_id is not null then format(v_form, quote_nullable(p_key_value)) end,
    p_key_id => p_key_id,
    -- The condition holds the search.
    p_term => '', p_text => '''''', p_hit => 'true', p_walk => 0,
    p_limit => least(private.page_size(p_limit), 200)
  );
  return query
  select s.id, s.name, s.description, s.token_value, s.image_url, s.delivery_method, s.category_id, s.per_member_limit,
    s.opens_at, s.closes_at, s.estimated_value, s.created_at, s.units_left, s.own_orders, s.is_favourite, s.awaited_since is not null,
    coalesce(s.opens_at <= now(), true)
  from unnest(v_ids) with ordinality as page (id, position) join private.catalogue as s on s.id = page.id
  order by page.position;
end
$function$;
comment on function private.browse_benefits(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid, p_limit integer) is 'The page behind public.browse_benefits().';
grant execute on function private.browse_benefits(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid, p_limit integer) to authenticated;

-- function private.browse_counts

CREATE OR REPLACE FUNCTION private.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean)
 RETURNS TABLE(filter text, category_id uuid, name text, benefits integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = auth.uid());
  v_redeemable text := private.redeemable_filter(v_balance);
  v_shown text := nullif(concat_ws(' and ', 'r.category_id = ' || quote_literal(p_category),
    case when p_favourites then 'r.is_favourite' end, case when p_affordable then v_redeemable end), '');
begin
  if v_balance is null then
    return;
  end if;
  return query execute format(
    'with counted as (
       select r.category_id, count(*) as benefits, count(*) filter (where r.is_favourite) as favourites,
         count(*) filter (where %s) as redeemable, count(*) filter (where %s) as shown
       from private.catalogue as r where %s group by r.category_id
     ),
     total as (select coalesce(sum(c.benefits), 0) as benefits, coalesce(sum(c.favourites), 0) as favourites,
       coalesce(sum(c.redeemable), 0) as redeemable, coalesce(sum(c.shown), 0) as shown from counted as c)
     select ''all'', null::uuid, null::text, t.benefits::integer from total as t
     union all
     (select ''category'', c.id, c.name, n.benefits::integer
       from public.categories as c join counted as n on n.category_id = c.id order by c.position, c.id)
     union all select ''shown'', null, null, t.shown::integer from total as t where $1
     union all select ''favourites'', null, null, t.favourites::integer from total as t
     union all select ''affordable'', null, null, t.redeemable::integer from total as t',
    v_redeemable, coalesce(v_shown, 'false'), private.catalogue_filter(p_search)) using v_shown is not null;
end
$function$;
comment on function private.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean) is 'The counts behind public.browse_counts().';
grant execute on function private.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean) to authenticated;

-- function private.caller_address

CREATE OR REPLACE FUNCTION private.caller_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The gateway sets the first two; the last hop of the third is the only one that the client did not write.
  return private.caller_of(coalesce(
    v_headers ->> 'cf-connecting-ip',
    v_headers ->> 'x-real-ip',
    trim(split_part(v_headers ->> 'x-forwarded-for', ',', -1))
  ));
end
$function$;
comment on function private.caller_address() is 'The caller by the address that the gateway set on this request (D10).';

-- function private.caller_of

CREATE OR REPLACE FUNCTION private.caller_of(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_address inet;
begin
  v_address := p_address::inet;
  -- One household owns a whole IPv6 /64, so limiting single addresses would limit nothing.
  return coalesce(
    case when family(v_address) = 6 then network(set_masklen(v_address, 64))::text else host(v_address) end, 'unknown');
exception when others then
  return 'unknown';
end
$function$;
comment on function private.caller_of(p_address text) is 'The caller behind an address: IPv4 host, IPv6 /64, or one shared "unknown".';

-- function private.cancel_my_order

CREATE OR REPLACE FUNCTION private.cancel_my_order(p_order_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  -- Lock first, then read: the caller may be deleted while waiting (D12).
  perform private.wait_for_deletions();
  select * into v_order from public.orders as o where o.id = p_order_id and o.user_id = auth.uid() for update;
  if not found then
    raise exception 'order_not_found' using errcode = 'PT404';
  elsif v_order.status = 'cancelled' then
    return v_order.updated_at;
  elsif v_order.status <> 'pending' then
    raise exception 'order_not_pending' using errcode = 'PT409', detail = v_order.status;
  end if;
  -- Each order and each cancellation queues an email, and costs nothing.
  perform private.check_hourly('cancel_order', 30);
  perform private.count_attempt('cancel_order', auth.uid()::text);
  return private.set_order_status(p_order_id, 'cancelled');
end
$function$;
comment on function private.cancel_my_order(p_order_id uuid) is 'The cancellation behind public.cancel_my_order().';
grant execute on function private.cancel_my_order(p_order_id uuid) to authenticated;

-- function private.carry_out_deletion

CREATE OR REPLACE FUNCTION private.carry_out_deletion(p_person uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_farewell uuid;
begin
  -- Before the orders, as every deletion: who orders in the meantime waits, and finds no account. One that is kept stays.
  perform from public.profiles as p where p.id = p_person and p.deletes_at <= p_now for update;
  if not found then
    return;
  end if;
  perform private.set_order_status(o.id, 'cancelled')
  from (
    select w.id from public.orders as w
    where w.user_id = p_person and w.status in ('pending', 'processing') order by w.id
  ) as o;
  insert into private.farewells (id, email)
  select gen_random_uuid(), p.email from public.profiles as p where p.id = p_person
  returning id into v_farewell;
  delete from public.profiles as p where p.id = p_person;
  perform private.queue_email('account_deleted', v_farewell, null, p_now);
end
$function$;
comment on function private.carry_out_deletion(p_person uuid, p_now timestamp with time zone) is 'Cancels and refunds the open orders of a person, deletes the account as D12 has it, and queues the last email (D49).';

-- function private.catalogue_filter

CREATE OR REPLACE FUNCTION private.catalogue_filter(p_search text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_categories uuid[];
  v_filter text := 'r.is_active and (r.closes_at is null or r.closes_at > now())';
begin
  if v_pattern is null then
    return v_filter;
  end if;
  v_categories := array(select c.id from public.categories as c where lower(c.name) like v_pattern);
  return format('%s and (lower(r.name || E''\n'' || r.description) like %L or r.category_id = any (%L::uuid[]))', v_filter, v_pattern, v_categories);
end
$function$;
comment on function private.catalogue_filter(p_search text) is 'The condition of the benefits `r` in the catalogue whose category, name or description contains a term.';

-- function private.category_after_delete

CREATE OR REPLACE FUNCTION private.category_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.benefits set category_id = null where category_id = old.id;
  return null;
end
$function$;
comment on function private.category_after_delete() is 'Trigger: benefits of a deleted category stay, without one.';

-- function private.category_before

CREATE OR REPLACE FUNCTION private.category_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.trim_text(new.name);
  if tg_op = 'INSERT' then
    new.position := coalesce((select max(c.position) from public.categories as c) + 1, 1);
    new.created_at := now();
    new.updated_at := now();
  else
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$function$;
comment on function private.category_before() is 'Trigger: trims the name and sets the times; a new category is the last one.';

-- function private.change_benefits

CREATE OR REPLACE FUNCTION private.change_benefits(p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  if not coalesce(case p_change
    when 'price' then p_value between 1 and 1000000
    when 'amount' then p_value between -1000000 and 1000000
    when 'percent' then p_value between -99 and 1000
    when 'active' then p_value in (0, 1) end, false)
  then
    raise exception 'invalid_change' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation('benefit_change', jsonb_build_object('change', p_change, 'value', p_value), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, 'public.benefits', 'uuid', case when p_filter is not null then private.benefit_filter(p_filter) end, p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.change_benefits(p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.change_benefits().';
grant execute on function private.change_benefits(p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.changed_price

CREATE OR REPLACE FUNCTION private.changed_price(p_price integer, p_parameters jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE (p_parameters ->> 'change'::text)
             WHEN 'price'::text THEN ((p_parameters ->> 'value'::text))::numeric
             WHEN 'amount'::text THEN ((p_price)::numeric + ((p_parameters ->> 'value'::text))::numeric)
             WHEN 'percent'::text THEN round((((p_price)::numeric * ((100)::numeric + ((p_parameters ->> 'value'::text))::numeric)) / (100)::numeric))
             ELSE (p_price)::numeric
         END AS p_price;
END;
comment on function private.changed_price(p_price integer, p_parameters jsonb) is 'A price after an operation: in whole tokens, rounded half up.';

-- function private.check_attempts

CREATE OR REPLACE FUNCTION private.check_attempts(p_kind text, p_caller text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_tenth timestamptz;
  v_fiftieth timestamptz;
  v_wait numeric;
begin
  -- A GET runs in a read-only transaction, which cannot count a miss.
  if current_setting('transaction_read_only')::boolean then
    raise exception 'cannot check a code in a read-only transaction' using errcode = '25006';
  end if;
  perform private.refuse_undoable();

  -- One guess at a time per caller: parallel guesses would all read the same count.
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || p_caller, 0));

  select at into v_tenth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 9 limit 1;
  select at into v_fiftieth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 49 limit 1;

  v_wait := ceil(extract(epoch from
    greatest(v_tenth + interval '1 minute', v_fiftieth + interval '1 day') - clock_timestamp()));
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$function$;
comment on function private.check_attempts(p_kind text, p_caller text) is 'Raises rate_limited after 10 misses in a minute or 50 in a day; the detail is the seconds to wait (D10).';

-- function private.check_balance

CREATE OR REPLACE FUNCTION private.check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_account uuid;
  v_balance integer;
  v_newest integer;
begin
  if tg_table_name = 'profiles' then
    v_account := new.id;
  else
    v_account := new.account_id;
  end if;
  -- A deleted person has no balance.
  select p.current_tokens,
    (select t.balance_after from public.token_transactions as t where t.account_id = v_account order by t.seq desc limit 1)
  into v_balance, v_newest
  from public.profiles as p where p.id = v_account;
  if v_balance <> coalesce(v_newest, 0) then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
  end if;
  return null;
end
$function$;
comment on function private.check_balance() is 'Constraint trigger: the balance is that of the newest row, which follows from the row before it by ledger_chain() (D2).';

-- function private.check_content

CREATE OR REPLACE FUNCTION private.check_content(p_status text, p_kind text, p_content text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not coalesce(p_status in ('pending', 'processing', 'completed', 'delivered', 'cancelled'), false) then
    raise exception 'unknown_status' using errcode = 'PT422';
  end if;
  if (p_status <> 'delivered' and num_nonnulls(p_content, p_message) > 0) or not private.is_manual_delivery(p_kind, p_content, p_message) then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
end
$function$;
comment on function private.check_content(p_status text, p_kind text, p_content text, p_message text) is 'Whether orders can be set to a status, with this content: only ''delivered'' has any.';

-- function private.check_hourly

CREATE OR REPLACE FUNCTION private.check_hourly(p_kind text, p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_first timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || auth.uid(), 0));
  select a.at into v_first from private.attempts as a
  where a.kind = p_kind and a.caller = auth.uid()::text order by a.at desc offset p_limit - 1 limit 1;
  if v_first > clock_timestamp() - interval '1 hour' then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_first + interval '1 hour' - clock_timestamp()))::text;
  end if;
end
$function$;
comment on function private.check_hourly(p_kind text, p_limit integer) is 'Raises rate_limited, with the seconds to wait, if as many uses by the caller as the limit were counted in the last hour.';

-- function private.check_invite_code

CREATE OR REPLACE FUNCTION private.check_invite_code(p_code text, p_caller text, p_email text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_attempts('invite_code', p_caller);
  if exists (
    select from public.invite_codes as c
    where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
      and (p_email is null or coalesce(c.email = lower(p_email), true))
  ) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$function$;
comment on function private.check_invite_code(p_code text, p_caller text, p_email text) is 'Whether a code can be used, and by this address if there is one; counts a miss, marks nothing as used (D10). Unknown, used up, expired, revoked and malformed codes, and those of another address, count alike: telling them apart would reveal which codes exist.';

-- function private.check_limit

CREATE OR REPLACE FUNCTION private.check_limit(p_benefit benefits, p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_benefit.per_member_limit <= (
    select count(*) from public.orders as o
    where o.user_id = p_member and o.benefit_id = p_benefit.id and o.unit <> 'returned')
  then
    raise exception 'limit_reached' using errcode = 'PT409';
  end if;
end
$function$;
comment on function private.check_limit(p_benefit benefits, p_member uuid) is 'Raises limit_reached if a member is not below the limit of a benefit, to which returned orders do not count (D38).';

-- function private.check_login_email

CREATE OR REPLACE FUNCTION private.check_login_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before an email is sent to the address, and before any other check.
  if exists (select from unnest(array[new.email, new.email_change]) as typed where typed <> '' and not private.is_email(typed)) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  return new;
end
$function$;
comment on function private.check_login_email() is 'Trigger: the email of a login, current and pending, is printable ASCII.';

-- function private.check_note

CREATE OR REPLACE FUNCTION private.check_note(p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not coalesce(char_length(private.trim_text(p_note)) <= 2000 and private.has_visible(p_note), true) then
    raise exception 'invalid_note' using errcode = 'PT422';
  end if;
end
$function$;
comment on function private.check_note(p_note text) is 'Raises invalid_note for a note that is blank or too long.';

-- function private.check_numbers

CREATE OR REPLACE FUNCTION private.check_numbers(p_operation operations, p_expected jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_result jsonb;
  v_skipped jsonb;
begin
  v_result := to_jsonb(private.describe_operation(p_operation));
  select jsonb_object_agg(s.reason, s.count) into v_skipped
  from (select e ->> 'reason' as reason, sum((e ->> 'count')::integer) as count from jsonb_array_elements(p_expected -> 'skipped') as e
    group by e ->> 'reason') as s;
  if coalesce((p_expected ->> 'changed')::integer <> p_operation.remaining, false)
    or coalesce((p_expected ->> 'tokens')::bigint <> p_operation.tokens, false)
    or coalesce((p_expected ->> 'emails')::integer <> p_operation.emails, false)
    or (p_expected ? 'skipped' and coalesce(v_skipped, '{}') <> coalesce((
      select jsonb_object_agg(s.reason, s.count) from (
        select r.reason, count(*) as count from private.operation_rows as r
        where r.operation_id = p_operation.id and r.state = 'skipped' group by r.reason) as s), '{}'))
  then
    raise exception 'numbers_differ' using errcode = 'PT409', detail = v_result::text;
  end if;
end
$function$;
comment on function private.check_numbers(p_operation operations, p_expected jsonb) is 'Raises numbers_differ, with the numbers of today, unless they are those that the caller expects (D46).';

-- function private.check_offer

CREATE OR REPLACE FUNCTION private.check_offer(p_benefit benefits, p_price integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_benefit.id is null or not p_benefit.is_active then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  elsif p_benefit.opens_at > now() then
    raise exception 'not_open_yet' using errcode = 'PT409';
  elsif p_benefit.closes_at <= now() then
    raise exception 'closed' using errcode = 'PT410';
  elsif p_price <> p_benefit.token_value then
    raise exception 'price_changed' using errcode = 'PT409', detail = p_benefit.token_value::text;
  end if;
  return true;
end
$function$;
comment on function private.check_offer(p_benefit benefits, p_price integer) is 'True if a benefit is offered at this price now; otherwise raises the reason (D38).';

-- function private.check_profile

CREATE OR REPLACE FUNCTION private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not coalesce(
    char_length(new.name) <= 120 and private.is_plain_text(new.name) and char_length(new.email) <= 320 and private.is_email(new.email)
    and (new.phone is null or char_length(new.phone) <= 40 and private.is_plain_text(new.phone))
    and new.role in ('user', 'admin') and num_nonnulls(new.adjustment_type, new.adjustment_reason) = 0, false)
  then
    raise exception 'invalid_profile' using errcode = 'PT422';
  end if;
  return new;
end
$function$;
comment on function private.check_profile() is 'Trigger: what a profile may hold. CHECKs would run for every movement of tokens (decision 76).';

-- function private.check_resend

CREATE OR REPLACE FUNCTION private.check_resend(p_invitation invitations)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_wait numeric := ceil(extract(epoch from p_invitation.queued_at + interval '60 seconds' - now()));
begin
  if p_invitation.email is null then
    raise exception 'invitation_not_found' using errcode = 'PT404';
  end if;
  -- Once sent, and five times again.
  if p_invitation.sends >= 6 then
    raise exception 'resent_too_often' using errcode = 'PT409';
  end if;
  if not private.is_admin() then
    perform private.lock_elsewhere(auth.uid());
    v_wait := case when private.elsewhere_left(auth.uid()) <= 0 then 86400 else v_wait end;
  end if;
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$function$;
comment on function private.check_resend(p_invitation invitations) is 'An invitation is sent again after 60 seconds, five times in all, and by members within their ten emails a day (D37, D42).';

-- function private.claim_key

CREATE OR REPLACE FUNCTION private.claim_key(p_benefit uuid, p_avoid_batch uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key bigint;
begin
  delete from private.available_keys as a
  where (a.benefit_id, a.key_id) = (
    select n.benefit_id, n.key_id from private.available_keys as n
    where n.benefit_id = p_benefit and n.batch_id is distinct from p_avoid_batch
      and n.batch_id <> all ((select private.quarantined_batches(p_benefit))::uuid[])
    order by n.benefit_id, n.key_id limit 1 for update skip locked)
  returning a.key_id into v_key;
  -- The batch to be avoided last: a bad key rarely comes alone (D34).
  if v_key is null and p_avoid_batch is not null then
    v_key := private.claim_key(p_benefit);
  end if;
  return v_key;
end
$function$;
comment on function private.claim_key(p_benefit uuid, p_avoid_batch uuid) is 'Takes the oldest available key of a benefit and returns its id, null when there is none. Orders do not wait for each other (D31).';

-- function private.close_operation

CREATE OR REPLACE FUNCTION private.close_operation(p_operation operations)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_operation.state = 'undoing' then
    perform private.undo_step(p_operation);
    return;
  end if;
  update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = p_operation.id and r.state = 'waiting';
  update public.operations as o
  set state = 'done', position = 0, finished_at = clock_timestamp(), undo_until = clock_timestamp() + interval '10 minutes'
  where o.id = p_operation.id;
  perform private.count_operation(p_operation.id);
end
$function$;
comment on function private.close_operation(p_operation operations) is 'What nobody continued for an hour ends: an undo takes its next step, a run stops where it is.';

-- function private.code_before

CREATE OR REPLACE FUNCTION private.code_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    raise exception 'permission denied: codes are made by admins' using errcode = '42501';
  end if;
  new.code := private.normalize_code(new.code);
  new.note := nullif(btrim(new.note), '');
  new.uses := 0;
  new.used_by := null;
  new.used_at := null;
  new.revoked_at := null;
  new.revoked_by := null;
  new.revoked_reason := null;
  new.created_by := auth.uid();
  new.created_at := now();
  if new.expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  return new;
end
$function$;
comment on function private.code_before() is 'Trigger: a new code is canonical (D10), unused and not expired, and records its admin.';

-- function private.code_counts

CREATE OR REPLACE FUNCTION private.code_counts(p_kind text)
 RETURNS TABLE(total bigint, available bigint, used bigint, expired bigint, revoked bigint, uses bigint, uses_left bigint, tokens_claimed bigint, tokens_left bigint, tokens_lapsed bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query execute format(
    $sql$select count(*), count(*) filter (where c.state = 'available'), count(*) filter (where c.state = 'used'),
      count(*) filter (where c.state = 'expired'), count(*) filter (where c.state = 'revoked'),
      coalesce(sum(c.uses), 0), coalesce(sum(c.rest) filter (where c.state = 'available'), 0),
      coalesce(sum(c.uses * c.value), 0)::bigint, coalesce(sum(c.rest * c.value) filter (where c.state = 'available'), 0)::bigint,
      coalesce(sum(c.rest * c.value) filter (where c.state in ('expired', 'revoked')), 0)::bigint
    from (
      select private.state_of_code(r.is_used, r.is_revoked, r.expires_at) as state, r.uses, r.max_uses - r.uses as rest, %s::bigint as value
      -- Once for each code, not for each count.
      from public.%I as r where %s offset 0
    ) as c$sql$,
    case p_kind when 'token' then 'r.token_value' else '0' end, private.code_table(p_kind), private.code_listed(p_kind));
end
$function$;
comment on function private.code_counts(p_kind text) is 'The counts behind public.code_counts(); raises not_admin for everybody else.';
grant execute on function private.code_counts(p_kind text) to authenticated;

-- function private.code_details

CREATE OR REPLACE FUNCTION private.code_details(p_kind text, p_id uuid)
 RETURNS TABLE(id uuid, code text, note text, token_value integer, max_uses integer, uses integer, is_used boolean, expires_at timestamp with time zone, created_at timestamp with time zone, creator text, batch_id uuid, batch_codes bigint, batch_available bigint, revoked_at timestamp with time zone, revoked_reason text, revoker text, bound_to text, source text, inviter text, sent_to text, invitation_state text, sends integer, last_sent_at timestamp with time zone, opened_at timestamp with time zone, opens integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query execute format(
    $sql$select r.id, r.code, r.note, %2$s, r.max_uses, r.uses, r.is_used, r.expires_at, r.created_at, creator.name, r.batch_id, b.codes, b.available,
      r.revoked_at, r.revoked_reason, revoker.name, %3$s
    from public.%1$I as r
    left join public.profiles as creator on creator.id = r.created_by
    left join public.profiles as revoker on revoker.id = r.revoked_by
    cross join lateral (
      select count(*) as codes, count(*) filter (where private.state_of_code(o.is_used, o.is_revoked, o.expires_at) = 'available') as available
      from public.%1$I as o where o.batch_id = r.batch_id
    ) as b
    %4$s
    where r.id = $1$sql$,
    private.code_table(p_kind),
    case p_kind when 'token' then 'r.token_value' else 'null::integer' end,
    case p_kind when 'token' then 'null, null, null, null, null, null::integer, null::timestamptz, null::timestamptz, null::integer'
      else 'r.email, i.source, inviter.name, i.email, case when i.source <> ''link'' then private.invitation_stage(i, r) end, i.sends, '
        'i.last_sent_at, i.opened_at, i.opens' end,
    case p_kind when 'invite' then 'left join public.invitations as i on i.code_id = r.id '
      'left join public.profiles as inviter on inviter.id = i.inviter_id' else '' end
  ) using p_id;
end
$function$;
comment on function private.code_details(p_kind text, p_id uuid) is 'The row behind public.code_details(); raises not_admin for everybody else.';
grant execute on function private.code_details(p_kind text, p_id uuid) to authenticated;

-- function private.code_filter

CREATE OR REPLACE FUNCTION private.code_filter(p_filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - '{search, state, batch}'::text[] <> '{}'
    or exists (select from jsonb_each(p_filter) as f where jsonb_typeof(f.value) <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return concat_ws(' and ', 'true',
    case when p_filter ? 'state' then private.code_state(p_filter ->> 'state') end,
    case when p_filter ->> 'search' <> '' then
      '(' || format(private.code_match(p_filter ->> 'state'), private.like_pattern(p_filter ->> 'search')) || ')' end,
    'r.batch_id = ' || quote_literal((p_filter ->> 'batch')::uuid) || '::uuid');
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = 'batch';
end
$function$;
comment on function private.code_filter(p_filter jsonb) is 'The condition of the codes `r` that a list shows: `search`, `state` (available, used, expired, revoked), `batch`. Raises unknown_filter for anything else.';

-- function private.code_listed

CREATE OR REPLACE FUNCTION private.code_listed(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE p_kind
             WHEN 'invite'::text THEN 'r.is_plain'::text
             ELSE 'true'::text
         END AS "case";
END;
comment on function private.code_listed(p_kind text) is 'The condition of a code `r` that the lists of codes show: not those of invitations, which have their own (D42).';

-- function private.code_match

CREATE OR REPLACE FUNCTION private.code_match(p_state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ('lower(r.code || E''\n'' || coalesce(r.note, '''')) like %1$L or '::text ||
         CASE
             WHEN (p_state = ANY (ARRAY['available'::text, 'expired'::text, 'revoked'::text])) THEN (('r.uses > 0 and '::text || private.code_state(p_state)) || ' and (
        select lower(p.name || E''\n'' || p.email) from public.profiles as p where p.id = r.used_by) like %1$L'::text)
             ELSE 'r.used_by = any (array(select p.id from public.profiles as p where lower(p.name || E''\n'' || p.email) like %1$L))'::text
         END);
END;
comment on function private.code_match(p_state text) is 'The condition, as a format of the pattern, of a code `r` in a state, or in any, whose text contains a term or whose last user''s name or email does.';

-- function private.code_revocation_apply

CREATE OR REPLACE FUNCTION private.code_revocation_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query execute format($sql$
    with changed as (
      update public.%I as c
      set revoked_at = now(), revoked_by = ($1).actor_id,
        revoked_reason = (select t.content ->> 'reason' from private.operation_content as t where t.operation_id = ($1).id)
      from private.operation_rows as r
      where r.operation_id = ($1).id and r.position = any ($2) and c.id = r.row_id::uuid
      returning r.position, c.revoked_at
    )
    select c.position, '{}'::jsonb, jsonb_build_object('revoked_at', c.revoked_at) from changed as c
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation, p_positions;
end
$function$;
comment on function private.code_revocation_apply(p_operation operations, p_positions integer[]) is 'Revokes codes, in the name of the operation''s author.';

-- function private.code_revocation_labels

CREATE OR REPLACE FUNCTION private.code_revocation_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(c.code, r.row_id) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN private.codes c ON (((c.id = (r.row_id)::uuid) AND (c.kind = ((code_revocation_labels.p_operation).parameters ->> 'kind'::text)))))
   WHERE ((r.operation_id = (code_revocation_labels.p_operation).id) AND (r."position" = ANY (code_revocation_labels.p_positions)));
END;
comment on function private.code_revocation_labels(p_operation operations, p_positions integer[]) is 'The codes of these rows.';

-- function private.code_revocation_lock

CREATE OR REPLACE FUNCTION private.code_revocation_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_operation.parameters ->> 'kind' = 'invite' then
    -- Before the codes: undo asks whether a member has another link.
    perform private.lock_invitations();
  end if;
  execute format($sql$
    select from public.%I as c
    where c.id = any (array(
      select r.row_id::uuid from private.operation_rows as r
      where r.operation_id = $1 and r.position between $2 and $3 and r.state in ('waiting', 'changed')))
    order by c.id for no key update
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation.id, p_from, p_to;
end
$function$;
comment on function private.code_revocation_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the codes.';

-- function private.code_revocation_plan

CREATE OR REPLACE FUNCTION private.code_revocation_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH codes AS (
          SELECT r."position",
             c_1.kind,
             c_1.id,
             c_1.code,
             c_1.state,
             c_1.uses_left,
             c_1.revoked_at,
             c_1.revoked_by,
             c_1.token_value,
                 CASE
                     WHEN (c_1.id IS NULL) THEN 'not_found'::text
                     WHEN (c_1.state <> 'available'::text) THEN ('already_'::text || c_1.state)
                     ELSE NULL::text
                 END AS reason
            FROM (private.operation_rows r
              LEFT JOIN private.codes c_1 ON (((c_1.id = (r.row_id)::uuid) AND (c_1.kind = ((code_revocation_plan.p_operation).parameters ->> 'kind'::text)))))
           WHERE ((r.operation_id = (code_revocation_plan.p_operation).id) AND ((r."position" >= code_revocation_plan.p_from) AND (r."position" <= code_revocation_plan.p_to)))
         )
  SELECT c."position",
     c.reason,
     c.revoked_by,
     c.revoked_at,
     NULL::text AS text,
         CASE
             WHEN (c.reason IS NULL) THEN (c.token_value * c.uses_left)
             ELSE 0
         END AS "case",
     false
    FROM codes c;
END;
comment on function private.code_revocation_plan(p_operation operations, p_from integer, p_to integer) is 'Which codes are revoked: those that are available. `tokens`: what they would have been worth.';

-- function private.code_revocation_settle

CREATE OR REPLACE FUNCTION private.code_revocation_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
END;
comment on function private.code_revocation_settle(p_operation operations, p_from integer, p_to integer) is 'Notifies nobody.';

-- function private.code_revocation_undo

CREATE OR REPLACE FUNCTION private.code_revocation_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query execute format($sql$
    with restored as (
      update public.%I as c set revoked_at = null, revoked_by = null, revoked_reason = null
      from private.operation_rows as r
      where r.operation_id = ($1).id and r.position between $2 and $3 and r.state = 'changed'
        and c.id = r.row_id::uuid and c.revoked_at = (r.after ->> 'revoked_at')::timestamptz and not private.is_over_link(c.id)
      returning r.position
    )
    select r.position, case when u.position is null then 'changed_since' end
    from private.operation_rows as r left join restored as u on u.position = r.position
    where r.operation_id = ($1).id and r.position between $2 and $3 and r.state = 'changed'
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation, p_from, p_to;
  -- The emails that came due while their codes were revoked.
  update private.outbox as o set outcome = null, finished_at = null, next_attempt_at = now()
  from private.operation_rows as r
  join public.invite_codes as c on c.id = r.row_id::uuid and not c.is_revoked
  join public.invitations as i on i.code_id = c.id
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
    and o.id = i.email_id and o.outcome = 'skipped';
  -- A link admits as many as there are left now.
  perform private.settle_links(i.inviter_id)
  from private.operation_rows as r join public.invitations as i on i.code_id = r.row_id::uuid and i.source = 'link'
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed' and i.inviter_id is not null;
end
$function$;
comment on function private.code_revocation_undo(p_operation operations, p_from integer, p_to integer) is 'Makes the codes available again, except for links that would admit more people than their members may invite (D43), and sends the emails of invitations that were skipped.';

-- function private.code_state

CREATE OR REPLACE FUNCTION private.code_state(p_state text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  case p_state
    when 'available' then return 'not r.is_used and not r.is_revoked and coalesce(r.expires_at > now(), true)';
    when 'used' then return 'r.is_used and not r.is_revoked';
    when 'expired' then return 'not r.is_used and not r.is_revoked and r.expires_at <= now()';
    when 'revoked' then return 'r.is_revoked and not r.is_used';
    else raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
  end case;
end
$function$;
comment on function private.code_state(p_state text) is 'The condition of a code `r` that is available, used up, expired or revoked (D41).';

-- function private.code_table

CREATE OR REPLACE FUNCTION private.code_table(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  case p_kind
    when 'token' then return 'redeem_codes';
    when 'invite' then return 'invite_codes';
    else raise exception 'unknown_kind' using errcode = 'PT400';
  end case;
end
$function$;
comment on function private.code_table(p_kind text) is 'The table of a kind of code: token or invite.';

-- function private.code_users

CREATE OR REPLACE FUNCTION private.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id uuid, user_id uuid, name text, email text, used_at timestamp with time zone, tokens integer, order_id uuid, order_number text, ordered_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.require_admin_to_read();
  return query execute format(
    $sql$with page as materialized (
      select u.* from (
        select o.account_id as id, o.user_id, o.used_at from public.code_uses as o where o.code_id = $1
        union all
        select coalesce(r.used_by, r.id), r.used_by, r.used_at from public.%1$I as r
        where r.id = $1 and r.uses = 1 and not exists (select from public.code_uses as o where o.code_id = $1)
      ) as u
      where $3 is null or (u.used_at, u.id) %2$s ($2, $3)
      order by u.used_at %3$s, u.id %3$s limit $4
    )
    select u.id, u.user_id, p.name, p.email, u.used_at, t.amount, o.id, o.order_number, o.created_at
    from page as u
    left join public.profiles as p on p.id = u.user_id
    left join public.token_transactions as t on t.account_id = u.id and %4$s
    left join lateral (
      select o.id, o.order_number, o.created_at from public.orders as o
      where o.user_id = u.user_id and o.created_at >= u.used_at order by o.created_at, o.id limit 1
    ) as o on true
    order by u.used_at %3$s, u.id %3$s$sql$,
    private.code_table(p_kind), case when p_reverse then '>' else '<' end, case when p_reverse then 'asc' else 'desc' end,
    case p_kind when 'token' then 't.redeem_code_id = $1' else 't.transaction_type = ''signup_bonus''' end
  ) using p_id, p_key_value, p_key_id, private.page_size(p_limit);
end
$function$;
comment on function private.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The people behind public.code_users(); raises not_admin for everybody else.';
grant execute on function private.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.confirm_deletion

CREATE OR REPLACE FUNCTION private.confirm_deletion(p_token text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_person public.profiles;
  v_request private.deletion_requests;
begin
  select * into v_person from public.profiles as p where p.id = auth.uid() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  select * into v_request from private.deletion_requests as r where r.user_id = v_person.id;
  if not found or p_token is distinct from private.deletion_token(v_request.id)
    or v_person.deletes_at is null and v_request.requested_at <= now() - interval '1 day'
  then
    raise exception 'deletion_not_found' using errcode = 'PT404';
  end if;
  if v_person.deletes_at is null then
    perform private.refuse_last_admin(v_person.id);
    perform private.set_deletion(v_person.id, now() + interval '14 days');
    perform private.queue_email('deletion_scheduled', v_person.id, v_person.id, now());
  end if;
  return coalesce(v_person.deletes_at, now() + interval '14 days');
end
$function$;
comment on function private.confirm_deletion(p_token text) is 'The confirmation behind public.confirm_deletion().';
grant execute on function private.confirm_deletion(p_token text) to authenticated;

-- function private.continue_operation

CREATE OR REPLACE FUNCTION private.continue_operation(p_operation_id uuid)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.lock_operation(p_operation_id);
  return private.describe_operation(case v_operation.state
    when 'running' then private.step_operation(v_operation)
    when 'undoing' then private.undo_step(v_operation)
    else v_operation end);
end
$function$;
comment on function private.continue_operation(p_operation_id uuid) is 'The step behind public.continue_operation().';
grant execute on function private.continue_operation(p_operation_id uuid) to authenticated;

-- function private.correct_invitation

CREATE OR REPLACE FUNCTION private.correct_invitation(p_code_id uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
  v_email text := lower(private.trim_text(p_email));
  v_state text := private.invitation_state(v_email);
begin
  perform private.check_resend(v_invitation);
  if v_state = 'invalid' then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  if private.mailbox_of(v_email) = private.mailbox_of(v_invitation.email) then
    v_state := 'new';
  elsif not private.is_admin() then
    -- Back to an address that this invitation was sent to before is allowed.
    v_state := case when private.own_invitation(v_email, auth.uid(), p_code_id) then 'invited' else 'new' end;
  elsif v_state = 'invited' and exists (
    select from private.invited_mailboxes as m where m.mailbox_key = private.mailbox_key(v_email) and m.code_id = p_code_id)
  then
    v_state := 'new';
  end if;
  if v_state <> 'new' then
    raise exception 'cannot_invite' using errcode = 'PT409', detail = v_state;
  end if;
  update public.invite_codes as c set email = v_email where c.id = p_code_id and c.email is not null;
  update public.invitations as i
  set email = v_email, addressed_at = now(), last_sent_at = null, opened_at = null, opens = 0 where i.code_id = p_code_id;
  perform private.queue_invitation(p_code_id);
  perform private.log_invitation(p_code_id, '{"corrected": true}');
end
$function$;
comment on function private.correct_invitation(p_code_id uuid, p_email text) is 'The change behind public.correct_invitation().';
grant execute on function private.correct_invitation(p_code_id uuid, p_email text) to authenticated;

-- function private.count_activity

CREATE OR REPLACE FUNCTION private.count_activity(p_search text, p_table text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  perform private.require_admin_to_read();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return (
    select count(*) from (
      select from private.audit_log as l
      where (p_table is null or l.table_name = p_table)
        and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
          or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
      limit 10001
    ) as found
  );
end
$function$;
comment on function private.count_activity(p_search text, p_table text) is 'The count behind public.count_activity(); raises not_admin for everybody else.';
grant execute on function private.count_activity(p_search text, p_table text) to authenticated;

-- function private.count_attempt

CREATE OR REPLACE FUNCTION private.count_attempt(p_kind text, p_caller text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO private.attempts (kind, caller)
   VALUES (count_attempt.p_kind, count_attempt.p_caller);
 DELETE FROM private.attempts
   WHERE ((attempts.kind = count_attempt.p_kind) AND (attempts.caller = count_attempt.p_caller) AND (attempts.at < (now() - '1 day'::interval)));
 DELETE FROM private.attempts
   WHERE (attempts.id IN ( SELECT a.id
            FROM private.attempts a
           WHERE (a.at < (now() - '1 day'::interval))
           ORDER BY a.at
          LIMIT 100
          FOR UPDATE OF a SKIP LOCKED));
END;
comment on function private.count_attempt(p_kind text, p_caller text) is 'Counts one miss; deletes the caller''s misses that are a day old, and some of other callers.';

-- function private.count_codes

CREATE OR REPLACE FUNCTION private.count_codes(p_kind text, p_state text, p_search text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin_to_read();
  execute format(
    'select count(*) from (select from public.%I as r where %s and (%s) limit %s) as found',
    private.code_table(p_kind), private.code_state(p_state) || ' and ' || private.code_listed(p_kind),
    case when v_pattern is null then 'true' else format(private.code_match(p_state), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$function$;
comment on function private.count_codes(p_kind text, p_state text, p_search text) is 'The count behind public.count_codes(); raises not_admin for everybody else.';
grant execute on function private.count_codes(p_kind text, p_state text, p_search text) to authenticated;

-- function private.count_operation

CREATE OR REPLACE FUNCTION private.count_operation(p_operation_id uuid)
 RETURNS operations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  update public.operations as o
  set total = c.total, changed = c.changed, skipped = c.skipped, undone = c.undone, kept = c.kept, tokens = c.tokens, emails = c.emails,
    remaining = case when o.state = 'undoing' then c.changed else c.waiting end
  from (
    select count(*) as total, count(*) filter (where r.state = 'changed') as changed,
      count(*) filter (where r.state = 'skipped') as skipped, count(*) filter (where r.state = 'undone') as undone,
      count(*) filter (where r.state = 'kept') as kept, count(*) filter (where r.state = 'waiting') as waiting,
      coalesce(sum(r.tokens) filter (where r.state in ('waiting', 'changed', 'kept')), 0) as tokens,
      count(*) filter (where r.email and r.state in ('waiting', 'changed', 'kept')) as emails
    from private.operation_rows as r where r.operation_id = p_operation_id
  ) as c
  where o.id = p_operation_id
  returning o.* into v_operation;
  return v_operation;
end
$function$;
comment on function private.count_operation(p_operation_id uuid) is 'Counts the rows of an operation, and returns it.';

-- function private.count_orders

CREATE OR REPLACE FUNCTION private.count_orders(p_filter jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  perform private.require_admin_to_read();
  execute format('select count(*) from (select from public.orders as r where %s limit %s) as found',
    private.order_filter(p_filter), case when p_filter ->> 'search' <> '' then '10001' else 'all' end)
  into v_count;
  return v_count;
end
$function$;
comment on function private.count_orders(p_filter jsonb) is 'The count behind public.count_orders(); raises not_admin for everybody else.';
grant execute on function private.count_orders(p_filter jsonb) to authenticated;

-- function private.count_profiles

CREATE OR REPLACE FUNCTION private.count_profiles(p_search text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin_to_read();
  select count(*) into v_count
  from (
    select from public.profiles as p
    where v_pattern is null or lower(p.name || E'\n' || p.email) like v_pattern
    limit case when v_pattern is null then null else 10001 end
  ) as found;
  return v_count;
end
$function$;
comment on function private.count_profiles(p_search text) is 'The count behind public.count_profiles(); raises not_admin for everybody else.';
grant execute on function private.count_profiles(p_search text) to authenticated;

-- function private.create_invitation

CREATE OR REPLACE FUNCTION private.create_invitation(p_inviter uuid, p_source text, p_email text, p_bound boolean, p_expires_at timestamp with time zone, p_message text, p_max_uses integer DEFAULT 1)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return (
    select c.code_id
    from private.create_invitations(
      p_inviter, p_source, array[p_email], p_bound, p_expires_at, p_message, p_max_uses, null) as c);
end
$function$;
comment on function private.create_invitation(p_inviter uuid, p_source text, p_email text, p_bound boolean, p_expires_at timestamp with time zone, p_message text, p_max_uses integer) is 'Creates one invitation, by email or, without an address, as a link, and returns the id of its code.';

-- function private.create_invitations

CREATE OR REPLACE FUNCTION private.create_invitations(p_inviter uuid, p_source text, p_emails text[], p_bound boolean, p_expires_at timestamp with time zone, p_message text, p_max_uses integer, p_batch uuid)
 RETURNS TABLE(code_id uuid, email text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with made as materialized (
    select gen_random_uuid() as id, private.random_code(10) as code, lower(e.email) as email,
      case when e.email is not null then gen_random_uuid() end as email_id
    from unnest(p_emails) as e (email)
  ),
  codes as (
    insert into public.invite_codes (id, code, email, expires_at, max_uses, created_by, batch_id, is_plain)
    select m.id, m.code, case when p_bound then m.email end, p_expires_at, p_max_uses, p_inviter, p_batch, false from made as m
  ),
  claims as (
    insert into private.invited_mailboxes as i (mailbox_key, code_id)
    select distinct on (k.key) k.key, m.id
    from made as m cross join lateral (select private.mailbox_key(m.email) as key) as k
    where m.email is not null order by k.key
    on conflict (mailbox_key) do update set code_id = excluded.code_id, invited_at = now()
    where i.invited_at <= now() - interval '30 days'
  ),
  addressed as (
    insert into private.addressed_mailboxes (code_id, mailbox_key)
    select m.id, private.mailbox_key(m.email) from made as m where m.email is not null
  ),
  emails as (
    insert into private.outbox (id, kind, cause_id)
    select m.email_id, 'invitation', m.id from made as m where m.email is not null
  ),
  invitations as (
    insert into public.invitations (code_id, source, inviter_id, email, message, sends, queued_at, email_id, email_state)
    select m.id, p_source, p_inviter, m.email, case when m.email is not null then p_message end,
      case when m.email is not null then 1 else 0 end, case when m.email is not null then now() end, m.email_id,
      case when m.email is not null then 'waiting' end
    from made as m
  )
  select m.id, m.email from made as m;
end
$function$;
comment on function private.create_invitations(p_inviter uuid, p_source text, p_emails text[], p_bound boolean, p_expires_at timestamp with time zone, p_message text, p_max_uses integer, p_batch uuid) is 'Creates a code, an invitation and an email for each address. It asks nothing: an email to a mailbox that somebody else has invited in the last 30 days, to a member or to a suppressed address is queued and not sent, so that the inviter cannot tell.';

-- function private.credit_due

CREATE OR REPLACE FUNCTION private.credit_due(p_ids uuid[], p_at timestamp with time zone)
 RETURNS TABLE(order_id uuid, tokens integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH late AS (
          SELECT o.id,
             o.user_id,
             private.delay_worth(o.*, credit_due.p_at) AS worth
            FROM orders o
           WHERE ((o.id = ANY (credit_due.p_ids)) AND (o.late_credit IS NULL) AND (o.credit_rate > 0) AND (o.due_at < credit_due.p_at))
         ), members AS (
          SELECT m.user_id,
             private.credit_left(m.user_id, credit_due.p_at) AS room
            FROM ( SELECT DISTINCT l.user_id
                    FROM late l
                   WHERE (l.worth > 0)) m
         ), running AS (
          SELECT l.id,
             l.worth,
             m.room,
             sum(l.worth) OVER (PARTITION BY l.user_id ORDER BY l.id) AS total
            FROM (late l
              JOIN members m USING (user_id))
         )
  SELECT r.id,
     ((LEAST(r.total, (r.room)::bigint) - LEAST((r.total - r.worth), (r.room)::bigint)))::integer AS int4
    FROM running r
   WHERE (LEAST(r.total, (r.room)::bigint) > LEAST((r.total - r.worth), (r.room)::bigint));
END;
comment on function private.credit_due(p_ids uuid[], p_at timestamp with time zone) is 'What credit_order() would credit at a time for those of these orders that wait, in the order of their ids; no row for nothing.';

-- function private.credit_left

CREATE OR REPLACE FUNCTION private.credit_left(p_account uuid, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (GREATEST((0)::bigint, (20 - COALESCE(sum(t.amount), (0)::bigint))))::integer AS "greatest"
    FROM token_transactions t
   WHERE ((t.account_id = credit_left.p_account) AND (t.transaction_type = 'adjustment'::text) AND (t.order_id IS NOT NULL) AND (t.created_at > (credit_left.p_at - '30 days'::interval)));
END;
comment on function private.credit_left(p_account uuid, p_at timestamp with time zone) is 'How many tokens a member can still be credited for delays: 20 in 30 days (D36).';

-- function private.credit_order

CREATE OR REPLACE FUNCTION private.credit_order(p_order_id uuid, p_at timestamp with time zone DEFAULT now(), p_cancelled_by uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.late_credit is null and o.credit_rate > 0 and o.status not in ('pending', 'processing')
  for no key update;
  if not found then
    return 0;
  end if;
  update public.orders as o
  set late_credit = case when p_cancelled_by = v_order.user_id then 0 else private.delay_worth(v_order, p_at) end
  where o.id = p_order_id
  returning * into v_order;
  return private.post_credit(v_order, p_at);
end
$function$;
comment on function private.credit_order(p_order_id uuid, p_at timestamp with time zone, p_cancelled_by uuid) is 'Credits the delay of an order that an operation closed at a time, unless that has been decided; returns the tokens. To who cancelled their own order the delay is worth nothing (D36, D46).';

-- function private.current_delivery

CREATE OR REPLACE FUNCTION private.current_delivery(p_order orders)
 RETURNS private.deliveries
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_delivery private.deliveries;
begin
  select * into v_delivery from private.deliveries as d where d.order_id = p_order.id and d.withdrawn_at is null;
  -- An operation delivers its content when its undo has closed (D46).
  if not found and p_order.status = 'delivered' and not exists (
    select from private.operation_rows as r join public.operations as n on n.id = r.operation_id
    where r.row_id = p_order.id::text and r.changed_at is not null and r.state = 'changed' and n.settled_at is null
      and (r.after ->> 'updated_at')::timestamptz = p_order.updated_at)
  then
    v_delivery.order_id := p_order.id;
    v_delivery.benefit_id := p_order.benefit_id;
    v_delivery.method := 'manual';
    v_delivery.instructions := private.instructions_of(p_order);
    v_delivery.delivered_at := p_order.updated_at;
  end if;
  return v_delivery;
end
$function$;
comment on function private.current_delivery(p_order orders) is 'What an order has received; without an id for an order that was set to delivered, for good, with nothing attached (D33), all null before the delivery.';

-- function private.current_operation

CREATE OR REPLACE FUNCTION private.current_operation()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(current_setting('guildhall.operation', true), '')::uuid;
end
$function$;
comment on function private.current_operation() is 'The operation that this transaction is a step of: triggers then leave notifications, emails and credits to its settlement. Permits nothing: guards look at `current_user`.';

-- function private.decide_batch

CREATE OR REPLACE FUNCTION private.decide_batch(p_batch_id uuid, p_release boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch private.key_batches;
begin
  perform private.require_admin();
  select * into v_batch from private.key_batches where id = p_batch_id for update;
  if v_batch.quarantined_at is null then
    raise exception 'report_closed' using errcode = 'PT409';
  end if;
  if not p_release then
    with given_up as (
      delete from private.available_keys where benefit_id = v_batch.benefit_id and batch_id = p_batch_id returning key_id)
    update private.delivery_keys as k set quarantined_at = now() from given_up as g where k.id = g.key_id;
  end if;
  update private.key_batches set quarantined_at = null, released_at = clock_timestamp() where id = p_batch_id;
  perform private.end_shortage(v_batch.benefit_id);
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'key_batches', p_batch_id::text, 'update',
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', null),
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', p_release));
end
$function$;
comment on function private.decide_batch(p_batch_id uuid, p_release boolean) is 'The decision behind public.decide_batch().';
grant execute on function private.decide_batch(p_batch_id uuid, p_release boolean) to authenticated;

-- function private.decline_waitlist

CREATE OR REPLACE FUNCTION private.decline_waitlist(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := array(select w.id from private.lock_waiting(p_ids, false) as w);
  update public.waitlist as w set declined_at = now() where w.id = any (v_ids);
  perform private.log_waitlist('update', 'declined', v_ids);
  return cardinality(v_ids);
end
$function$;
comment on function private.decline_waitlist(p_ids uuid[]) is 'The change behind public.decline_waitlist().';
grant execute on function private.decline_waitlist(p_ids uuid[]) to authenticated;

-- function private.delay_worth

CREATE OR REPLACE FUNCTION private.delay_worth(p_order orders, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.delivery_method <> 'manual' or p_order.user_id is null then
    return 0;
  end if;
  return least(p_order.credit_rate::bigint * private.hours_late(p_order, p_at), p_order.credit_cap,
    coalesce(p_order.benefit_token_value, 0));
end
$function$;
comment on function private.delay_worth(p_order orders, p_at timestamp with time zone) is 'What the delay of an order up to a time is worth: the rate for each full hour, up to the cap and the price; only for orders delivered by hand whose customer still has an account (D36).';

-- function private.deletion_email_data

CREATE OR REPLACE FUNCTION private.deletion_email_data(p_kind text, p_cause uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case p_kind
    when 'deletion_requested' then (
      select jsonb_build_object('token', private.deletion_token(r.id))
      from private.deletion_requests as r join public.profiles as p on p.id = r.user_id
      where r.user_id = p_cause and p.deletes_at is null and r.requested_at > now() - interval '1 day'
    )
    when 'deletion_scheduled' then (
      select jsonb_build_object('deletes_on', to_char(p.deletes_at at time zone 'UTC', 'FMMonth FMDD, YYYY'))
      from public.profiles as p where p.id = p_cause and p.deletes_at is not null
    )
    else (select jsonb_build_object('email', f.email) from private.farewells as f where f.id = p_cause)
  end;
end
$function$;
comment on function private.deletion_email_data(p_kind text, p_cause uuid) is 'What the emails about a deletion show; null once the account is kept, or the request is confirmed or a day old (D49).';

-- function private.deletion_token

CREATE OR REPLACE FUNCTION private.deletion_token(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_id || '.' || private.sign_unsubscribe('deletion ' || p_id);
end
$function$;
comment on function private.deletion_token(p_id uuid) is 'What the link names that confirms a deletion: the request, signed.';

-- function private.deliver_instantly

CREATE OR REPLACE FUNCTION private.deliver_instantly()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.add_delivery(new, null, true) then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
  return null;
end
$function$;
comment on function private.deliver_instantly() is 'Trigger: delivers an order of an instant method in the transaction that places it; raises sold_out if there is nothing to deliver (D30, D31).';

-- function private.deliver_order

CREATE OR REPLACE FUNCTION private.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text, p_content text, p_message text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.begin_admin_write();
  select * into v_order from public.orders where id = p_order_id for update;
  if not found or v_order.updated_at <> p_updated_at then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  perform private.replace_by_hand(v_order, p_kind, p_content, p_message);
  return private.set_order_status(p_order_id, 'delivered');
end
$function$;
comment on function private.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text, p_content text, p_message text) is 'The delivery behind public.deliver_order().';
grant execute on function private.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text, p_content text, p_message text) to authenticated;

-- function private.delivered_since

CREATE OR REPLACE FUNCTION private.delivered_since(p_order orders)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Not `updated_at`, which an answer to a report moves as well.
  return greatest(p_order.fulfilled_at, (
    select max(c.at) from private.status_changes as c where c.order_id = p_order.id::text and c.undone_at is null));
end
$function$;
comment on function private.delivered_since(p_order orders) is 'Since when an order has had its status: of one that was delivered, since its last change that was not undone, or its delivery.';

-- function private.delivery_events

CREATE OR REPLACE FUNCTION private.delivery_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order record;
begin
  select o.id, o.user_id, o.redemption_email, o.benefit_id, o.order_number, o.benefit_name into v_order
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  if found then
    -- The same events as a change of the status in the same transaction.
    perform private.queue_email('order_delivered', v_order.id, v_order.user_id, now(), v_order.redemption_email);
    perform private.notify(
      'order_delivered', v_order.user_id, v_order.id, v_order.id, v_order.benefit_id,
      jsonb_build_object('order_number', v_order.order_number, 'benefit', v_order.benefit_name, 'content', new.kind));
  end if;
  return null;
end
$function$;
comment on function private.delivery_events() is 'Trigger: queues the email with what was delivered, instantly, by hand, or in place of something else (D30, D33, D34), and tells the member; `content`: text, link, key or file.';

-- function private.delivery_figures

CREATE OR REPLACE FUNCTION private.delivery_figures(p_benefit_id uuid)
 RETURNS TABLE(orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  with recent as (
    select o.status <> 'cancelled' as stands, o.benefit_token_value, o.due_at, o.fulfilled_at,
      (select p.outcome from private.reports as p where p.order_id = o.id order by p.created_at desc limit 1) as report
    from public.orders as o
    where o.benefit_id = p_benefit_id and o.created_at > now() - interval '30 days'
      and (o.status <> 'cancelled' or o.fulfilled_at is not null)
  )
  select count(*) filter (where r.stands), coalesce(sum(r.benefit_token_value) filter (where r.stands), 0)::bigint,
    count(*) filter (where r.fulfilled_at is not null or r.due_at < now()),
    count(*) filter (where r.fulfilled_at <= r.due_at),
    count(*) filter (where r.fulfilled_at is not null),
    count(*) filter (where r.report is not null),
    count(*) filter (where r.report = 'replaced'),
    (select count(*) from private.reports as p join public.orders as o on o.id = p.order_id where o.benefit_id = p_benefit_id)
  from recent as r;
end
$function$;
comment on function private.delivery_figures(p_benefit_id uuid) is 'The figures behind public.delivery_figures().';
grant execute on function private.delivery_figures(p_benefit_id uuid) to authenticated;

-- function private.delivery_settings

CREATE OR REPLACE FUNCTION private.delivery_settings(p_benefit_id uuid)
 RETURNS TABLE(method text, instructions text, link text, file_path text, file_name text, file_size bigint, file_type text, low_stock integer, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- It reveals the link.
  perform private.require_admin();
  return query
  select b.delivery_method, d.instructions, d.link, d.file_path, d.file_name, d.file_size, d.file_type,
    coalesce(d.low_stock, 10), coalesce(d.updated_at, b.created_at)
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
  where b.id = p_benefit_id;
end
$function$;
comment on function private.delivery_settings(p_benefit_id uuid) is 'The settings behind public.delivery_settings().';
grant execute on function private.delivery_settings(p_benefit_id uuid) to authenticated;

-- function private.delivery_status

CREATE OR REPLACE FUNCTION private.delivery_status(p_order_id uuid)
 RETURNS TABLE(method text, kind text, mask text, message text, instructions text, delivered_at timestamp with time zone, read_at timestamp with time zone, file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text, reported_at timestamp with time zone, report_reason text, report_due_at timestamp with time zone, answer text, answer_text text, answered_at timestamp with time zone, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT d.method,
     d.kind,
     private.mask_key(COALESCE(k.secret,
         CASE d.kind
             WHEN 'key'::text THEN d.content
             ELSE NULL::text
         END)) AS mask_key,
     d.message,
     d.instructions,
     d.delivered_at,
     d.read_at,
     d.file_name,
     d.file_size,
     d.file_type,
     ( SELECT (count(*))::integer AS count
            FROM private.deliveries i
           WHERE (i.order_id = o.id)) AS count,
     ( SELECT private.mask_key(COALESCE(w.secret,
                 CASE i.kind
                     WHEN 'key'::text THEN i.content
                     ELSE NULL::text
                 END)) AS mask_key
            FROM (private.deliveries i
              LEFT JOIN private.delivery_keys w ON ((w.id = i.key_id)))
           WHERE ((i.order_id = o.id) AND (i.withdrawn_at IS NOT NULL))
           ORDER BY i.id DESC
          LIMIT 1) AS mask_key,
     private.next_report(d.*, o.account_id) AS next_report,
     r.created_at,
     r.reason,
         CASE
             WHEN ((r.outcome = 'open'::text) AND (r.answer IS NULL)) THEN r.due_at
             ELSE NULL::timestamp with time zone
         END AS "case",
     r.answer,
     r.answer_text,
     r.answered_at,
     ( SELECT COALESCE(e.outcome, 'waiting'::text) AS "coalesce"
            FROM private.outbox e
           WHERE ((e.cause_id = o.id) AND (e.kind = 'order_delivered'::text))
           ORDER BY e.created_at DESC
          LIMIT 1) AS "coalesce"
    FROM (((orders o
      CROSS JOIN LATERAL private.current_delivery(o.*) d(id, order_id, benefit_id, method, kind, key_id, content, message, message_at, instructions, file_path, file_name, file_size, file_type, delivered_by, delivered_at, read_at, withdrawn_at))
      LEFT JOIN private.delivery_keys k ON ((k.id = d.key_id)))
      LEFT JOIN LATERAL ( SELECT l.id,
             l.number,
             l.order_id,
             l.account_id,
             l.delivery_id,
             l.batch_id,
             l.reason,
             l.outcome,
             l.created_at,
             l.due_at,
             l.answer,
             l.answer_text,
             l.answered_by,
             l.answered_at
            FROM private.reports l
           WHERE (l.order_id = o.id)
           ORDER BY l.created_at DESC
          LIMIT 1) r ON (true))
   WHERE ((o.id = delivery_status.p_order_id) AND (o.user_id = auth.uid()) AND (o.status <> 'cancelled'::text) AND (d.order_id IS NOT NULL));
END;
comment on function private.delivery_status(p_order_id uuid) is 'The row behind public.delivery_status().';
grant execute on function private.delivery_status(p_order_id uuid) to authenticated;

-- function private.describe_operation

CREATE OR REPLACE FUNCTION private.describe_operation(p_operation operations)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return (p_operation.id, p_operation.kind, p_operation.state,
    p_operation.changed + p_operation.kept + case p_operation.state when 'planned' then p_operation.remaining else 0 end,
    private.operation_groups(p_operation.id, 'skipped'), p_operation.tokens, private.token_moves(p_operation), p_operation.emails,
    case p_operation.state when 'planned' then 0 else p_operation.remaining end,
    p_operation.undone, private.operation_groups(p_operation.id, 'kept'), p_operation.created_at, p_operation.undo_until
  )::private.operation_result;
end
$function$;
comment on function private.describe_operation(p_operation operations) is 'What callers are told of an operation.';

-- function private.desk_before_delete

CREATE OR REPLACE FUNCTION private.desk_before_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.admin_views where admin_id = old.id;
  update public.order_desk set assignee_id = null, assigned_at = null where assignee_id = old.id;
  update public.order_notes as n set body = null from public.orders as o where o.user_id = old.id and n.order_id = o.id;
  -- What somebody searched for may be the person.
  update public.admin_views as v set filter = v.filter - 'search'
  where lower(old.name || E'\n' || old.email) like private.like_pattern(v.filter ->> 'search');
  return old;
end
$function$;
comment on function private.desk_before_delete() is 'Trigger: a deleted admin leaves the desk; notes about a deleted person lose their text, views their search for one (D12).';

-- function private.disable_statistics

CREATE OR REPLACE FUNCTION private.disable_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_column record;
begin
  for v_column in
    select c.relkind, a.attnum, a.attname, c.oid::regclass as relation
    from pg_catalog.pg_attribute as a join pg_catalog.pg_class as c on c.oid = a.attrelid
    left join pg_catalog.pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind = 'r' or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0)
  loop
    if v_column.relkind = 'r' then
      execute format('alter table %s alter column %I set statistics 0', v_column.relation, v_column.attname);
    else
      execute format('alter index %s alter column %s set statistics 0', v_column.relation, v_column.attnum);
    end if;
  end loop;
end
$function$;
comment on function private.disable_statistics() is 'Keeps the planner from collecting statistics of any value. With `Prefer: count=planned` anyone who may read one row of a table can query them, RLS policies or not, and refuse_estimates() sees only the last Prefer header; they would also keep names and emails of deleted people. Lists are read by index, in an order that needs no statistics. Run it again after adding a column or an index.';

-- function private.due_benefits

CREATE OR REPLACE FUNCTION private.due_benefits(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_absent record;
begin
  delete from private.absent_benefits as a
  where not exists (select from private.waiting_members as w where w.benefit_id = a.benefit_id)
    and not exists (select from private.favourites as f where f.benefit_id = a.benefit_id);
  with wanted as materialized (
    select b.id, private.is_available(b.id, p_now) as available,
      exists (select from private.waiting_members as w where w.benefit_id = b.id) as awaited
    from public.benefits as b
    where exists (select from private.waiting_members as w where w.benefit_id = b.id)
      or exists (select from private.favourites as f where f.benefit_id = b.id)
  )
  insert into private.absent_benefits as a (benefit_id, available_since, observed)
  select w.id, case when w.available then p_now end, not w.available from wanted as w
  where w.awaited or not w.available or exists (select from private.absent_benefits as o where o.benefit_id = w.id)
  on conflict (benefit_id) do update set
    available_since = case when excluded.available_since is not null then coalesce(a.available_since, p_now) end,
    observed = a.observed or excluded.observed;
  for v_absent in
    select a.benefit_id, case when a.observed then a.available_since end as since
    from private.absent_benefits as a
    join public.benefits as b on b.id = a.benefit_id
    where a.available_since <= p_now - interval '10 minutes'
    order by a.benefit_id for key share of b skip locked
  loop
    perform private.tell_waiting_members(v_absent.benefit_id, p_now, v_absent.since);
    delete from private.absent_benefits as a where a.benefit_id = v_absent.benefit_id;
  end loop;
end
$function$;
comment on function private.due_benefits(p_now timestamp with time zone) is 'Follows the benefits that somebody waits for, and tells of each that has been available for ten minutes (D39).';

-- function private.due_deletions

CREATE OR REPLACE FUNCTION private.due_deletions(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_people uuid[];
  v_person uuid;
begin
  -- The last admin stays until there is another one (D11).
  select array_agg(d.id) into v_people
  from (
    select p.id from public.profiles as p
    where p.deletes_at <= p_now and (p.role <> 'admin' or exists (
      select from public.profiles as a where a.role = 'admin' and a.id <> p.id))
    order by p.deletes_at, p.id limit 50
  ) as d;
  if v_people is null then
    return;
  end if;
  -- Before any row is locked, as every deletion (serialize_deletions).
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  foreach v_person in array v_people loop
    begin
      perform private.carry_out_deletion(v_person, p_now);
    exception when others then
      raise warning 'the deletion of % waits: %', v_person, sqlerrm;
    end;
  end loop;
end
$function$;
comment on function private.due_deletions(p_now timestamp with time zone) is 'Carries out the deletions that are due, up to fifty; one that does not succeed waits for the next run and holds up no other (D49).';

-- function private.due_memberships

CREATE OR REPLACE FUNCTION private.due_memberships(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_person record;
begin
  update private.due_items set done_until = p_now where item = 'memberships' and done_until <= p_now - interval '1 hour';
  if not found then
    return;
  end if;
  for v_person in
    select p.id, p.membership_end_date as ends_at, e.days, e.notice_id
    from public.profiles as p
    -- One event for each end and each warning, whenever this runs.
    cross join lateral (
      select w.days, private.event_id('membership_ending ' || w.days, null, p.id, p.membership_end_date) as notice_id,
        private.event_id('membership_ending', null, p.id, p.membership_end_date - w.days * interval '1 day') as email_id
      from (select case when p.membership_end_date <= p_now + interval '7 days' then 7 else 30 end as days) as w
    ) as e
    where p.membership_end_date > p_now and p.membership_end_date <= p_now + interval '30 days'
      -- Those who were told are told nothing again, which would cost more than to look.
      and (
        not exists (select from public.notifications as n where n.id = e.notice_id) and private.wants_notice(p.id, 'membership_ending')
        or not exists (select from private.outbox as o where o.id = e.email_id) and private.wants_email(p.id, 'membership_ending'))
    order by p.id for key share of p skip locked
  loop
    if private.wants_notice(v_person.id, 'membership_ending') then
      insert into public.notifications (id, user_id, kind, data, created_at)
      values (
        v_person.notice_id, v_person.id, 'membership_ending', jsonb_build_object('days', v_person.days, 'ends_at', v_person.ends_at), p_now)
      on conflict (id) do nothing;
    end if;
    perform private.queue_email(
      'membership_ending', null, v_person.id, v_person.ends_at - v_person.days * interval '1 day');
  end loop;
end
$function$;
comment on function private.due_memberships(p_now timestamp with time zone) is 'Tells members that their membership ends in 30 and in 7 days, once each; one that was extended ends another time (D40).';

-- function private.due_operations

CREATE OR REPLACE FUNCTION private.due_operations(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  delete from private.operation_rows as r using public.operations as o
  where o.id = r.operation_id and o.state = 'planned' and o.created_at < p_now - interval '1 hour';
  delete from private.operation_content as c using public.operations as o
  where o.id = c.operation_id and o.state = 'planned' and o.created_at < p_now - interval '1 hour';
  delete from public.operations as o where o.state = 'planned' and o.created_at < p_now - interval '1 hour';
  -- Not while people are being deleted: this transaction already has locks that a deletion waits for.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0)) then
    return;
  end if;
  for v_operation in
    select * from public.operations as o
    where o.settled_at is null and (
      o.state in ('done', 'undone') and o.undo_until <= p_now
      or o.state in ('running', 'undoing') and o.stepped_at <= p_now - interval '1 hour')
    order by o.id for update skip locked
  loop
    if v_operation.state in ('done', 'undone') then
      perform private.settle_step(v_operation, 1000);
    else
      perform private.close_operation(v_operation);
    end if;
  end loop;
end
$function$;
comment on function private.due_operations(p_now timestamp with time zone) is 'Settles operations whose undo has closed, a thousand rows of each in one call; ends those that nobody continues; deletes dry runs that were not run.';

-- function private.due_overdue

CREATE OR REPLACE FUNCTION private.due_overdue(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_until timestamptz;
  v_orders integer;
  v_newest uuid;
begin
  select i.done_until into v_until from private.due_items as i where i.item = 'overdue' and i.done_until < p_now for update;
  if not found then
    return;
  end if;
  update private.due_items set done_until = p_now where item = 'overdue';
  select count(*), (array_agg(o.id order by o.due_at desc))[1] into v_orders, v_newest
  from public.orders as o
  where o.status in ('pending', 'processing') and o.due_at > v_until and o.due_at <= p_now;
  if v_orders > 0 then
    perform private.notify_admins('orders_overdue', v_orders, o.id, o.benefit_id,
      jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name))
    from public.orders as o where o.id = v_newest;
    -- At most one an hour: it says how many are overdue when it is sent.
    perform private.queue_admin_email('orders_overdue', null, date_trunc('hour', p_now));
  end if;
end
$function$;
comment on function private.due_overdue(p_now timestamp with time zone) is 'Tells admins which orders became overdue since the last time (D40).';

-- function private.due_reconcile

CREATE OR REPLACE FUNCTION private.due_reconcile(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_found integer;
begin
  -- At three at night, or as soon as possible afterwards.
  update private.due_items set done_until = p_now
  where item = 'reconcile' and done_until < date_trunc('day', p_now - interval '3 hours', 'UTC') + interval '3 hours';
  if not found then
    return;
  end if;
  begin
    select count(*) into v_found from private.reconcile();
  exception when query_canceled or others then
    -- Found, and not tried again in a minute: a ledger too long for the timeout is checked outside this function (docs/scale.md).
    raise warning 'reconcile() failed: %', sqlerrm;
    v_found := 1;
  end;
  update private.due_items set found = v_found where item = 'reconcile';
  if v_found > 0 then
    perform private.notify_admins('reconcile_found', v_found, null, null, '{}');
    perform private.queue_admin_email('reconcile_found', null, p_now);
  end if;
end
$function$;
comment on function private.due_reconcile(p_now timestamp with time zone) is 'Recomputes everything once a night, and notifies admins of discrepancies, also that the check failed (D40).';

-- function private.due_referrals

CREATE OR REPLACE FUNCTION private.due_referrals(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_due record;
begin
  -- Not while people are being deleted, as in due_operations().
  if not pg_try_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0)) then
    return;
  end if;
  for v_due in
    select r.invited_id, (o.placed).id as order_id
    from private.referrals as r
    join public.profiles as p on p.id = r.invited_id
    cross join lateral (
      select f as placed from public.orders as f
      where f.user_id = r.invited_id and f.status <> 'cancelled' order by f.created_at, f.id limit 1
    ) as o
    where r.settled_at is null and r.bonus > 0
      and (o.placed).status in ('delivered', 'completed') and (o.placed).fulfilled_at <= p_now - interval '7 days'
      and private.delivered_since(o.placed) <= p_now - interval '7 days'
    order by r.invited_id limit 1000
  loop
    perform private.pay_referral(v_due.invited_id, v_due.order_id, p_now);
  end loop;
end
$function$;
comment on function private.due_referrals(p_now timestamp with time zone) is 'Pays for people who were invited and whose first order, not counting cancelled ones, has been delivered for seven days.';

-- function private.due_retention

CREATE OR REPLACE FUNCTION private.due_retention(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.due_items set done_until = p_now where item = 'retention' and done_until <= p_now - interval '1 hour';
  if not found then
    return;
  end if;
  delete from public.notifications as n where n.created_at < p_now - interval '180 days';
  delete from private.outbox as o where o.created_at < p_now - interval '90 days' and o.outcome is not null;
  delete from private.told_members as t where t.told_at < p_now - interval '7 days';
  perform private.forget_old_requests(p_now);
end
$function$;
comment on function private.due_retention(p_now timestamp with time zone) is 'Deletes notifications after 180 days, emails that are done with after 90, who was told of a benefit after a week, and old requests.';

-- function private.due_shortages

CREATE OR REPLACE FUNCTION private.due_shortages(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.end_shortage(d.benefit_id) AS end_shortage
    FROM private.benefit_delivery d
   WHERE (d.low_since IS NOT NULL)
   ORDER BY d.benefit_id;
 SELECT private.begin_shortage(b.id) AS begin_shortage
    FROM benefits b
   WHERE ((b.delivery_method = 'key'::text) AND ((EXISTS ( SELECT
            FROM private.deliveries d
           WHERE ((d.benefit_id = b.id) AND (d.key_id IS NOT NULL)))) OR (EXISTS ( SELECT
            FROM private.delivery_keys k
           WHERE ((k.benefit_id = b.id) AND (k.quarantined_at IS NOT NULL))))) AND (NOT (EXISTS ( SELECT
            FROM (operations o
              CROSS JOIN LATERAL ( SELECT
                    FROM (private.operation_rows r
                      JOIN private.delivery_keys k ON ((k.id = (r.row_id)::bigint)))
                   WHERE ((r.operation_id = o.id) AND (k.benefit_id = b.id))
                  LIMIT 1) moved)
           WHERE ((o.kind = 'key_quarantine'::text) AND (o.state <> 'planned'::text) AND (o.settled_at IS NULL))))))
   ORDER BY b.id;
END;
comment on function private.due_shortages(p_now timestamp with time zone) is 'Notes what begin_shortage() could not: two orders at once take the last keys, each without seeing the other, and an operation puts keys aside, once it can no longer be undone. A pool that no key has left is not short, but new. Ends what an undo has ended (D31, D46).';

-- function private.due_waitlist

CREATE OR REPLACE FUNCTION private.due_waitlist(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_until timestamptz;
begin
  select i.done_until into v_until from private.due_items as i where i.item = 'waitlist' and i.done_until < p_now for update;
  if not found then
    return;
  end if;
  update private.due_items set done_until = p_now where item = 'waitlist';
  if exists (select from public.waitlist as w where w.declined_at is null and w.requested_at > v_until and w.requested_at <= p_now) then
    perform private.notify_admins(
      'waitlist', (select count(*)::integer from public.waitlist as w where w.declined_at is null), null, null, '{}');
  end if;
end
$function$;
comment on function private.due_waitlist(p_now timestamp with time zone) is 'Tells admins how many people wait when somebody has asked since the last time (D40, D44).';

-- function private.elsewhere_left

CREATE OR REPLACE FUNCTION private.elsewhere_left(p_member uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return 10 - (
    select count(*) from private.outbox as o
    where o.elsewhere and o.recipient_id = p_member and o.created_at > now() - interval '1 day'
      and o.outcome is distinct from 'over_limit'
  ) - (
    select count(*) from public.invitations as i join private.outbox as o on o.cause_id = i.code_id and o.kind = 'invitation'
    where i.inviter_id = p_member and i.source = 'member' and o.created_at > now() - interval '1 day'
  );
end
$function$;
comment on function private.elsewhere_left(p_member uuid) is 'How many of the ten emails a day to addresses other than their own a member has left: deliveries and invitations (D37).';

-- function private.email_data

CREATE OR REPLACE FUNCTION private.email_data(p_email private.outbox)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    -- Of two changes in a short time, the newer email shows what both would.
    when p_email.kind = 'order_status' and exists (
      select from private.outbox as o
      where o.cause_id = p_email.cause_id and o.kind = 'order_status' and o.created_at > p_email.created_at
    ) then null
    when p_email.kind = 'orders_overdue' then (
      select jsonb_build_object('count', count(*)) from public.orders as o
      where o.status in ('pending', 'processing') and o.due_at <= now() having count(*) > 0
    )
    when p_email.kind like 'order\_%' then private.order_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'report\_%' then private.report_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind in ('deletion_requested', 'deletion_scheduled', 'account_deleted') then
      private.deletion_email_data(p_email.kind, coalesce(p_email.recipient_id, p_email.cause_id))
    when p_email.kind = 'invitation' then private.invitation_email_data(p_email.cause_id)
    when p_email.kind = 'invitation_joined' then (
      select jsonb_build_object('name', p.name) from public.profiles as p where p.id = p_email.cause_id
    )
    when p_email.kind in ('pool_low', 'stock_low', 'benefit_available') then
      private.benefit_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'membership\_%' then private.membership_email_data(p_email.kind, p_email.recipient_id)
    when p_email.kind = 'large_grant' and exists (select from public.operations as o where o.id = p_email.cause_id) then (
      select jsonb_build_object(
        'tokens', o.tokens, 'name', o.changed + o.kept || case o.changed + o.kept when 1 then ' member' else ' members' end)
      from public.operations as o where o.id = p_email.cause_id
    )
    when p_email.kind in ('tokens_adjusted', 'large_grant') then (
      select jsonb_build_object(
        'tokens', abs(t.amount), 'taken', t.amount < 0, 'reason', t.reason, 'balance', t.balance_after, 'name', p.name)
      from public.token_transactions as t left join public.profiles as p on p.id = t.user_id
      where t.id = p_email.cause_id
    )
    when p_email.kind = 'second_factor_reset' then jsonb_build_object(
      'name', coalesce((select p.name from public.profiles as p where p.id = p_email.cause_id), 'An admin'))
    when p_email.kind = 'email_given_up' then (
      select jsonb_build_object('count', count(*), 'error', mode() within group (order by o.last_error))
      from private.outbox as o where o.outcome = 'given_up' and o.finished_at > now() - interval '1 day'
    )
    when p_email.kind = 'reconcile_found' then (
      select jsonb_build_object('count', s.found) from private.due_items as s where s.item = 'reconcile' and s.found > 0
    )
    else jsonb_build_object('template', p_email.template)
  end;
end
$function$;
comment on function private.email_data(p_email private.outbox) is 'What an email shows, read now; null if it is not to be sent any more (D37).';

-- function private.email_sender_ran_at

CREATE OR REPLACE FUNCTION private.email_sender_ran_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT email_sender.ran_at
    FROM private.email_sender;
END;
comment on function private.email_sender_ran_at() is 'When the sender last asked for emails.';
grant execute on function private.email_sender_ran_at() to service_role;

-- function private.email_status

CREATE OR REPLACE FUNCTION private.email_status()
 RETURNS TABLE(last_email_at timestamp with time zone, late bigint, given_up bigint, given_up_error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select greatest(
      (
        select max(greatest(
          u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at, u.invited_at))
        from auth.users as u
      ),
      (select max(o.finished_at) from private.outbox as o where o.outcome = 'sent')
    ),
    (select count(*) from private.outbox as o where o.outcome is null and o.next_attempt_at < now() - interval '5 minutes'),
    count(g.id), mode() within group (order by g.last_error)
  from private.outbox as g where g.outcome = 'given_up' and g.finished_at > now() - interval '7 days';
end
$function$;
comment on function private.email_status() is 'The row behind public.email_status(); raises not_admin for everybody else.';
grant execute on function private.email_status() to authenticated;

-- function private.end_shortage

CREATE OR REPLACE FUNCTION private.end_shortage(p_benefit uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.benefit_delivery d SET low_since = NULL::timestamp with time zone
   WHERE ((d.benefit_id = end_shortage.p_benefit) AND (d.low_since IS NOT NULL) AND (private.keys_left(end_shortage.p_benefit, d.low_stock) >= d.low_stock));
END;
comment on function private.end_shortage(p_benefit uuid) is 'After keys have come into the pool of a benefit: ends the shortage if enough are left (D31).';

-- function private.event_id

CREATE OR REPLACE FUNCTION private.event_id(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return md5(concat_ws('|', p_kind, p_cause, p_recipient, extract(epoch from p_at)))::uuid;
end
$function$;
comment on function private.event_id(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone) is 'The id of an email or notification, derived from event and recipient: a second one conflicts with the first.';

-- function private.explain_account

CREATE OR REPLACE FUNCTION private.explain_account(p_number text, p_account uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_number like 'account\_%' and coalesce(p_account, auth.uid()) = auth.uid() and private.is_member() then
    return auth.uid();
  end if;
  perform private.require_admin_to_read();
  return p_account;
end
$function$;
comment on function private.explain_account(p_number text, p_account uuid) is 'Whose number it is: by default the caller''s own. Raises not_admin if that is not the caller''s to see.';

-- function private.explain_columns

CREATE OR REPLACE FUNCTION private.explain_columns(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- name, detail, state, reason, order_id, order_number, person_id, person_name
  return case p_kind
    when 'person' then 'r.name, r.email, r.role, null::text, null::uuid, null::text, r.id, r.name from rows as r'
    when 'benefit' then
      $c$r.name, null::text, case when r.is_active then 'active' else 'inactive' end, null::text, null::uuid, null::text,
        null::uuid, null::text from rows as r$c$
    when 'order' then
      'coalesce(r.benefit_name, b.name), null::text, r.status, null::text, r.id, r.order_number, p.id, p.name from rows as r
       left join public.benefits as b on b.id = r.benefit_id left join public.profiles as p on p.id = r.user_id'
    when 'entry' then
      'coalesce(o.benefit_name, b.name), r.description, r.transaction_type, r.reason, r.order_id, o.order_number, p.id, p.name
       from rows as r left join public.orders as o on o.id = r.order_id
       left join public.benefits as b on b.id = o.benefit_id left join public.profiles as p on p.id = r.user_id'
    when 'email' then
      $c$r.kind, null::text, coalesce(r.outcome, 'waiting'), r.last_error, o.id, o.order_number, p.id, p.name from rows as r
       left join public.orders as o on o.id = r.cause_id left join public.profiles as p on p.id = r.recipient_id$c$
    when 'departure' then
      'null::text, null::text, null::text, null::text, null::uuid, null::text, null::uuid, null::text from rows as r'
    else
      $c$'••••' || right(r.code, 4), r.note, private.state_of_code(r.is_used, r.is_revoked, r.expires_at), null::text, null::uuid, null::text,
        p.id, p.name from rows as r left join public.profiles as p on p.id = r.used_by$c$
  end;
end
$function$;
comment on function private.explain_columns(p_kind text) is 'What a drawer shows of a kind of row, and the tables that have it.';

-- function private.explain_number

CREATE OR REPLACE FUNCTION private.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text)
 RETURNS TABLE(total bigint, row_count bigint, as_of timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  v_account uuid := private.explain_account(p_number, p_account);
  v_sums text;
begin
  select string_agg(format('select sum(%s) as total, count(*) as row_count from %s as r where %s', s.amount, s.source,
    private.explain_where(s.condition, p_from, p_to, p_zone, null)), ' union all ')
  into v_sums from private.explain_source(p_number, p_part, v_account) as s;
  return query execute format(
    'select coalesce(sum(s.total), 0)::bigint, sum(s.row_count)::bigint, now() from (%s) as s', v_sums);
end
$function$;
comment on function private.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text) is 'The sum behind public.explain_number().';
grant execute on function private.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text) to authenticated;

-- function private.explain_rows

CREATE OR REPLACE FUNCTION private.explain_rows(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(kind text, id uuid, at timestamp with time zone, key text, amount bigint, name text, detail text, state text, reason text, order_id uuid, order_number text, person_id uuid, person_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_account uuid := private.explain_account(p_number, p_account);
  v_order text := case when coalesce(p_reverse, false) then 'asc' else 'desc' end;
  v_limit integer := private.page_size(p_limit);
  v_rows text;
begin
  select string_agg(format(
    '(with rows as (select r.*, (%1$s)::bigint as counts, r.%2$s as sort from %3$s as r where %4$s order by r.%2$s %5$s, r.id %5$s limit %6$s)
      select %7$L as kind, r.id, r.created_at, r.sort, r.counts, %8$s)',
    s.amount, s.sort, s.source,
    concat_ws(' and ', private.explain_where(s.condition, p_from, p_to, p_zone, p_as_of),
      format('(r.%s, r.id) %s (', s.sort, case when p_reverse then '>' else '<' end)
        || quote_literal(p_key_value) || case s.sort when 'seq' then '::bigint, ' else '::timestamptz, ' end
        || quote_literal(p_key_id) || '::uuid)'),
    v_order, v_limit, s.kind, private.explain_columns(s.kind)), ' union all ')
  into v_rows from private.explain_source(p_number, p_part, v_account) as s;
  return query execute format(
    'select s.kind, s.id, s.created_at, s.sort::text, s.counts, s.name, s.detail, s.state, s.reason, s.order_id, s.order_number,
       s.person_id, s.person_name
     from (%1$s) as s (kind, id, created_at, sort, counts, name, detail, state, reason, order_id, order_number, person_id, person_name)
     order by s.sort %2$s, s.id %2$s limit %3$s', v_rows, v_order, v_limit);
end
$function$;
comment on function private.explain_rows(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The rows behind public.explain_rows().';
grant execute on function private.explain_rows(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.explain_source

CREATE OR REPLACE FUNCTION private.explain_source(p_number text, p_part text, p_account uuid)
 RETURNS TABLE(kind text, source text, condition text, amount text, sort text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select n.kind, n.source, n.condition, n.amount, 'created_at'
  from (values
    ('users', null, 'person', 'public.profiles', 'true', '1'),
    ('users', 'admin', 'person', 'public.profiles', $w$r.role = 'admin'$w$, '1'),
    ('benefits', null, 'benefit', 'public.benefits', 'true', '1'),
    ('benefits', 'active', 'benefit', 'public.benefits', 'r.is_active', '1'),
    ('orders', null, 'order', 'public.orders', 'true', '1'),
    ('orders', 'this_week', 'order', 'public.orders', $w$r.created_at > now() - interval '7 days'$w$, '1'),
    ('orders', 'overdue', 'order', 'public.orders', $w$r.status = 'pending' and r.due_at < now()$w$, '1'),
    ('orders', 'due', 'order', 'public.orders',
      $w$r.created_at > now() - interval '30 days' and (r.fulfilled_at is not null or r.due_at < now() and r.status <> 'cancelled')$w$, '1'),
    ('orders', 'on_time', 'order', 'public.orders',
      $w$r.created_at > now() - interval '30 days' and r.fulfilled_at <= r.due_at$w$, '1'),
    ('orders', 'pending', 'order', 'public.orders', $w$r.status = 'pending'$w$, '1'),
    ('orders', 'processing', 'order', 'public.orders', $w$r.status = 'processing'$w$, '1'),
    ('orders', 'completed', 'order', 'public.orders', $w$r.status = 'completed'$w$, '1'),
    ('orders', 'delivered', 'order', 'public.orders', $w$r.status = 'delivered'$w$, '1'),
    ('orders', 'cancelled', 'order', 'public.orders', $w$r.status = 'cancelled'$w$, '1'),
    ('token_codes', null, 'token_code', 'public.redeem_codes', 'true', '1'),
    ('token_codes', 'available', 'token_code', 'public.redeem_codes', private.code_state('available'), '1'),
    ('invite_codes', null, 'invite_code', 'public.invite_codes', private.code_listed('invite'), '1'),
    ('invite_codes', 'available', 'invite_code', 'public.invite_codes',
      private.code_listed('invite') || ' and ' || private.code_state('available'), '1'),
    ('emails', 'late', 'email', 'private.outbox', $w$r.outcome is null and r.next_attempt_at < now() - interval '5 minutes'$w$, '1'),
    ('emails', 'given_up', 'email', 'private.outbox', $w$r.outcome = 'given_up' and r.finished_at > now() - interval '7 days'$w$, '1'),
    ('issued', null, 'entry', 'public.token_transactions', 'r.amount > 0', 'r.amount'),
    ('spent', null, 'entry', 'public.token_transactions', 'r.amount < 0', '-r.amount'),
    ('outstanding', null, 'entry', 'public.token_transactions', 'r.amount > 0', 'r.amount'),
    ('outstanding', null, 'entry', 'public.token_transactions', 'r.amount < 0', 'r.amount'),
    ('outstanding', null, 'departure',
      $f$(select md5(l.id::text)::uuid as id, l.at as created_at, (l.before ->> 'current_tokens')::bigint as tokens
        from private.audit_log as l where l.table_name = 'profiles' and l.action = 'delete')$f$, 'r.tokens <> 0', '-r.tokens')
  ) as n (number, part, kind, source, condition, amount)
  where n.number = p_number and n.part is not distinct from p_part
  union all
  select 'entry', 'public.token_transactions',
    format('r.account_id = %L and %s%s', p_account, n.condition,
      case when p_part is null then '' else format(' and r.transaction_type = %L', p_part) end),
    n.amount, 'seq'
  from (values
    ('account_received', 'r.amount > 0', 'r.amount'),
    ('account_spent', 'r.amount < 0', 'r.amount'),
    ('account_balance', 'true', 'r.amount'),
    ('account_entries', 'true', '1')
  ) as n (number, condition, amount)
  where n.number = p_number;
  if not found then
    raise exception 'unknown_number' using errcode = 'PT400';
  end if;
end
$function$;
comment on function private.explain_source(p_number text, p_part text, p_account uuid) is 'Where the rows `r` of a number are, what each counts for, and the column that they are sorted by; of a balance over time three: the entries of either sign, and the people who were deleted with what they had left.';

-- function private.explain_where

CREATE OR REPLACE FUNCTION private.explain_where(p_condition text, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_zone text := private.valid_time_zone(p_zone);
begin
  return concat_ws(' and ', p_condition,
    'r.created_at >= ' || quote_literal(p_from::timestamp at time zone v_zone),
    'r.created_at < ' || quote_literal(p_to::timestamp at time zone v_zone),
    'r.created_at <= ' || quote_literal(p_as_of));
end
$function$;
comment on function private.explain_where(p_condition text, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone) is 'The condition of a number''s rows `r`: from the midnight of one day to that of another in a time zone, and up to a time.';

-- function private.extend_code

CREATE OR REPLACE FUNCTION private.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_table text := private.code_table(p_kind);
  v_code text;
  v_before timestamptz;
begin
  perform private.begin_admin_write();
  if p_expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  execute format(
    $sql$select c.code, c.expires_at from public.%I as c
    where c.id = $1 and not c.is_used and not c.is_revoked for no key update$sql$, v_table) into v_code, v_before using p_id;
  -- An invitation whose address was erased, also while this waited for the code, would admit anybody; a link that outlives its
  -- year of membership, more people than its member may invite.
  if v_code is null or exists (select from public.invitations as i where i.code_id = p_id and i.email is null) then
    raise exception 'code_not_extendable' using errcode = 'PT409';
  end if;
  if v_before is distinct from p_expires_at then
    execute format('update public.%I as c set expires_at = $2 where c.id = $1', v_table) using p_id, p_expires_at;
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (
      auth.uid(), v_table, p_id::text, 'update', jsonb_build_object('expires_at', v_before),
      jsonb_build_object('code', v_code, 'expires_at', p_expires_at));
  end if;
  return p_expires_at;
end
$function$;
comment on function private.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone) is 'The change behind public.extend_code().';
grant execute on function private.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone) to authenticated;

-- function private.extend_memberships

CREATE OR REPLACE FUNCTION private.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  if not coalesce(p_months between 1 and 60, false) then
    raise exception 'invalid_months' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation('membership', jsonb_build_object('months', p_months), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_people(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.extend_memberships().';
grant execute on function private.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.forget_farewell

CREATE OR REPLACE FUNCTION private.forget_farewell()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.farewells where id = new.cause_id;
  return null;
end
$function$;
comment on function private.forget_farewell() is 'Trigger: forgets the address of a deleted person once they were told (D12, D49).';

-- function private.forget_invitations

CREATE OR REPLACE FUNCTION private.forget_invitations(p_person profiles)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A code that is bound to nobody would let anybody in, also who began to sign up a moment ago.
  update public.invite_codes as c
  set email = null, expires_at = case when c.is_used then c.expires_at else least(c.expires_at, now() - interval '1 minute') end
  from public.invitations as i
  where c.id = i.code_id and c.email is not null and (
    private.mailbox_of(i.email) = private.mailbox_of(p_person.email) or c.used_by = p_person.id);
  update public.invitations as i set email = null, message = null
  where private.mailbox_of(i.email) = private.mailbox_of(p_person.email)
    or i.code_id in (select c.id from public.invite_codes as c where c.used_by = p_person.id);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = p_person.id, revoked_reason = 'Its member has left'
  from public.invitations as i
  where c.id = i.code_id and i.inviter_id = p_person.id and i.source = 'link' and not c.is_used and not c.is_revoked;
  update public.invitations as i set inviter_id = null, message = null where i.inviter_id = p_person.id;
end
$function$;
comment on function private.forget_invitations(p_person profiles) is 'Erases the address of a deleted person from invitations, and what they wrote in theirs; nobody joins by their link any more (D12).';

-- function private.forget_old_requests

CREATE OR REPLACE FUNCTION private.forget_old_requests(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.waitlist as w where w.requested_at < p_now - interval '180 days';
  -- No limit looks back further than a day.
  delete from private.attempts as a where a.at < p_now - case when a.kind = 'waitlist' then interval '1 hour' else interval '1 day' end;
  delete from private.invited_mailboxes as m where m.invited_at < p_now - interval '30 days';
  delete from private.addressed_mailboxes as m where m.addressed_at < p_now - interval '30 days';
  -- As in forget_invitations().
  update public.invite_codes as c
  set email = null, expires_at = case when c.is_revoked then c.expires_at else least(c.expires_at, now() - interval '1 minute') end
  from public.invitations as i
  where c.id = i.code_id and c.email is not null and not c.is_used and i.queued_at < p_now - interval '180 days';
  update public.invitations as i set email = null, message = null
  from public.invite_codes as c
  where c.id = i.code_id and not c.is_used and i.email is not null and i.queued_at < p_now - interval '180 days';
end
$function$;
comment on function private.forget_old_requests(p_now timestamp with time zone) is 'Forgets, after 180 days, who asked for an invitation and who did not use theirs, after 30 days who was invited, after a day all attempts, and after an hour from which network address somebody asked (D10, D42, D44).';

-- function private.forget_waiting

CREATE OR REPLACE FUNCTION private.forget_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.waitlist where mailbox = private.mailbox_of(coalesce(new.email, old.email));
  return null;
end
$function$;
comment on function private.forget_waiting() is 'Trigger: whoever joins no longer waits, and whoever is deleted leaves the waitlist as well (D12).';

-- function private.grant_description

CREATE OR REPLACE FUNCTION private.grant_description(p_type text, p_amount integer, p_admin text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE p_type
             WHEN 'purchase'::text THEN (('Bought '::text || p_amount) ||
             CASE p_amount
                 WHEN 1 THEN ' token'::text
                 ELSE ' tokens'::text
             END)
             ELSE ('Adjustment by '::text || COALESCE(p_admin, 'an admin'::text))
         END AS "case";
END;
comment on function private.grant_description(p_type text, p_amount integer, p_admin text) is 'What the member reads; an adjustment names the admin, until the admin is deleted (D7, D12).';

-- function private.grant_problem

CREATE OR REPLACE FUNCTION private.grant_problem(p_email text, p_tokens text, p_reason text, p_row_reason text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (NOT COALESCE(private.is_email(p_email), false)) THEN 'invalid_email'::text
             WHEN (NOT
             CASE
                 WHEN (p_tokens ~ '^[0-9]{1,7}$'::text) THEN (((p_tokens)::integer >= 1) AND ((p_tokens)::integer <= 1000000))
                 ELSE false
             END) THEN 'invalid_tokens'::text
             WHEN (p_row_reason ~ '^\s*[=+\-@＝＋－＠]'::text) THEN 'formula'::text
             WHEN (COALESCE(p_row_reason, p_reason) IS NULL) THEN 'reason_required'::text
             WHEN ((char_length(COALESCE(p_row_reason, p_reason)) > 200) OR (NOT private.is_plain_text(COALESCE(p_row_reason, p_reason)))) THEN 'invalid_reason'::text
             ELSE NULL::text
         END AS "case";
END;
comment on function private.grant_problem(p_email text, p_tokens text, p_reason text, p_row_reason text) is 'What is wrong with a line of a grant by itself: null, invalid_email, invalid_tokens (not a whole number from 1 to 1,000,000), formula (a reason that a spreadsheet would run), reason_required or invalid_reason.';

-- function private.grant_tokens

CREATE OR REPLACE FUNCTION private.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
  v_reason text := nullif(private.trim_text(p_reason), '');
  v_lines text := md5(concat_ws('|', p_rows, v_reason));
  v_is_planned boolean := p_expected ->> 'operation_id' is not null;
begin
  perform private.begin_admin_write();
  v_operation := private.open_operation(
    'token_grant', jsonb_build_object('type', private.grant_type(p_type, 1)),
    case when v_is_planned then '{}' else jsonb_strip_nulls(jsonb_build_object('reason', v_reason, 'lines', v_lines)) end,
    p_expected);
  if not v_is_planned then
    perform private.add_grants(v_operation, p_rows, v_reason);
  elsif v_operation.state = 'planned' and v_lines is distinct from (
    select c.content ->> 'lines' from private.operation_content as c where c.operation_id = v_operation.id)
  then
    raise exception 'numbers_differ' using errcode = 'PT409';
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.grant_tokens().';
grant execute on function private.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.grant_type

CREATE OR REPLACE FUNCTION private.grant_type(p_type text, p_amount integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_type is null or p_type not in ('purchase', 'adjustment') or (p_type = 'purchase' and p_amount < 0) then
    raise exception 'invalid_grant_type' using errcode = 'PT422';
  end if;
  return p_type;
end
$function$;
comment on function private.grant_type(p_type text, p_amount integer) is 'The type of a ledger entry that an admin may write: an adjustment, or a purchase, which only adds tokens (D45).';

-- function private.guard_delivery

CREATE OR REPLACE FUNCTION private.guard_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.order_id <> old.order_id or new.key_id is distinct from old.key_id then
    raise exception 'delivery_is_immutable' using errcode = 'PT403';
  end if;
  return new;
end
$function$;
comment on function private.guard_delivery() is 'Trigger: a delivery stays with its order, and so does its key (D31).';

-- function private.guard_key

CREATE OR REPLACE FUNCTION private.guard_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'quarantined_at' <> to_jsonb(old) - 'quarantined_at' then
    raise exception 'key_is_immutable' using errcode = 'PT403';
  end if;
  return new;
end
$function$;
comment on function private.guard_key() is 'Trigger: a key never changes and is never deleted, it is only quarantined and restored (D31).';

-- function private.handle_new_user

CREATE OR REPLACE FUNCTION private.handle_new_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code text := private.normalize_code(new.raw_user_meta_data ->> 'invite_code');
  v_created_at timestamptz := coalesce(new.created_at, now());
  v_used public.invite_codes;
begin
  if new.email is null or new.is_anonymous then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  insert into public.profiles (id, name, email, phone, membership_start_date, membership_end_date, invite_code_used, created_at)
  values (
    new.id, private.trim_text(new.raw_user_meta_data ->> 'name'), new.email,
    nullif(private.trim_text(new.raw_user_meta_data ->> 'phone'), ''), v_created_at, v_created_at + interval '1 year',
    v_code, v_created_at
  );
  update public.invite_codes as c set uses = c.uses + 1, used_by = new.id, used_at = v_created_at
  where c.code = v_code and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and coalesce(c.email = lower(new.email), true)
  returning c.* into v_used;
  if not found then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  perform private.record_use(v_used.id, v_used.max_uses, new.id, v_created_at);
  perform private.record_referral(new.id, v_used.id, v_created_at);
  perform private.post_tokens(
    p_account => new.id, p_type => 'signup_bonus', p_amount => 25, p_description => 'Signup bonus', p_at => v_created_at
  );
  return null;
end
$function$;
comment on function private.handle_new_user() is 'Trigger: uses the invite code, creates the profile and posts the bonus, or there is no account (D5, D9).';

-- function private.has_hidden

CREATE OR REPLACE FUNCTION private.has_hidden(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  -- Controls, line and paragraph separators and annotation marks, then Default_Ignorable_Code_Point of Unicode 17, which
  -- includes the bidirectional controls.
  return p_text ~ (
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
end
$function$;
comment on function private.has_hidden(p_text text) is 'Whether a text has an invisible character or one that changes how the rest is displayed: Default_Ignorable_Code_Point, controls.';
grant execute on function private.has_hidden(p_text text) to authenticated, service_role;

-- function private.has_link

CREATE OR REPLACE FUNCTION private.has_link(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  -- Email clients make a link of any name with a dot, in every script.
  return p_text ~ '://|[[:alnum:]_-][.\u3002\uff0e\uff61][[:alpha:]]{2}' collate "und-x-icu";
end
$function$;
comment on function private.has_link(p_text text) is 'Whether an email client would show a part of a text as a link.';

-- function private.has_visible

CREATE OR REPLACE FUNCTION private.has_visible(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  -- ICU: the "C" collation knows only ASCII letters.
  return p_text ~ '[[:alnum:]]' collate "und-x-icu";
end
$function$;
comment on function private.has_visible(p_text text) is 'Whether a text has a letter or a digit.';
grant execute on function private.has_visible(p_text text) to authenticated, service_role;

-- function private.hold_bad_batch

CREATE OR REPLACE FUNCTION private.hold_bad_batch(p_batch uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_members integer;
  v_reported integer;
  v_delivered integer;
begin
  select count(distinct r.account_id), count(distinct r.delivery_id) into v_members, v_reported
  from private.reports as r join private.key_batches as b on b.id = r.batch_id
  where r.batch_id = p_batch and r.created_at > now() - interval '7 days'
    and r.created_at > coalesce(b.released_at, '-infinity');
  if v_members < 3 then
    return;
  end if;
  select count(*) into v_delivered
  from private.delivery_keys as k join private.deliveries as d on d.key_id = k.id where k.batch_id = p_batch;
  if v_reported * 10 >= v_delivered then
    update private.key_batches set quarantined_at = clock_timestamp() where id = p_batch and quarantined_at is null;
    perform private.begin_shortage(b.benefit_id) from private.key_batches as b where b.id = p_batch;
  end if;
end
$function$;
comment on function private.hold_bad_batch(p_batch uuid) is 'Quarantines a batch whose keys were reported within seven days by at least three members, and for at least a tenth of its delivered keys (D34).';

-- function private.hours_late

CREATE OR REPLACE FUNCTION private.hours_late(p_order orders, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(0, coalesce(floor(extract(epoch from p_at - p_order.due_at) / 3600), 0));
end
$function$;
comment on function private.hours_late(p_order orders, p_at timestamp with time zone) is 'The full hours from the due time of an order to a time.';

-- function private.import_keys

CREATE OR REPLACE FUNCTION private.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean)
 RETURNS TABLE(batch integer, added integer, problems jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch uuid;
begin
  perform private.require_admin();
  -- A key that a pool has confirms a guess; so that a refusal does not, it comes before the keys are looked up.
  perform private.refuse_undoable();
  perform private.check_hourly('import_duplicates', 30);
  if cardinality(p_keys) > 10000 or octet_length(array_to_string(p_keys, '', '')) > 2000000 then
    raise exception 'import_too_large' using errcode = 'PT413';
  end if;
  -- One import at a time: batches are numbered, and keys are compared with those of every import before.
  perform pg_advisory_xact_lock(hashtextextended('private.import_keys', 0));
  perform from public.benefits where id = p_benefit_id for key share;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;

  select coalesce(jsonb_agg(to_jsonb(p) order by p.line), '[]') into problems
  from private.key_problems(p_benefit_id, p_keys) as p;
  if problems @> '[{"problem": "duplicate_key"}]' then
    perform private.count_attempt('import_duplicates', auth.uid()::text);
  end if;
  added := coalesce(cardinality(p_keys), 0) - jsonb_array_length(problems);
  select coalesce(max(b.number), 0) + 1 into batch from private.key_batches as b where b.benefit_id = p_benefit_id;

  if added > 0 and p_dry_run is false then
    insert into private.key_batches (benefit_id, number, created_by) values (p_benefit_id, batch, auth.uid())
    returning id into v_batch;
    with imported as (
      insert into private.delivery_keys (benefit_id, batch_id, secret)
      select p_benefit_id, v_batch, private.trim_text(l.key)
      from unnest(p_keys) with ordinality as l (key, line)
      left join jsonb_to_recordset(problems) as p (line integer) on p.line = l.line
      where p.line is null
      order by l.line
      returning id
    )
    insert into private.available_keys (benefit_id, key_id, batch_id) select p_benefit_id, i.id, v_batch from imported as i;
    perform private.end_shortage(p_benefit_id);
    insert into private.audit_log (actor_id, table_name, row_id, action, after)
    values (auth.uid(), 'key_batches', v_batch::text, 'insert',
      jsonb_build_object('benefit_id', p_benefit_id, 'number', batch, 'count', added));
  end if;
  return next;
end
$function$;
comment on function private.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) is 'The import behind public.import_keys().';
grant execute on function private.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) to authenticated;

-- function private.instructions_of

CREATE OR REPLACE FUNCTION private.instructions_of(p_order orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select v.instructions from private.instruction_versions as v
    where v.benefit_id = p_order.benefit_id and v.since <= p_order.created_at order by v.since desc limit 1);
end
$function$;
comment on function private.instructions_of(p_order orders) is 'The instructions that the benefit of an order had when it was placed (D30).';

-- function private.invitation_counts

CREATE OR REPLACE FUNCTION private.invitation_counts(p_search text)
 RETURNS TABLE(total bigint, sent bigint, opened bigint, joined bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select count(*), count(i.last_sent_at), count(*) filter (where i.opened_at is not null or c.is_used), count(*) filter (where c.is_used)
  from public.invitations as i join public.invite_codes as c on c.id = i.code_id
  where i.source <> 'link' and (coalesce(p_search, '') = '' or lower(coalesce(i.email, '')) like private.like_pattern(p_search));
end
$function$;
comment on function private.invitation_counts(p_search text) is 'The counts behind public.invitation_counts(); raises not_admin for everybody else.';
grant execute on function private.invitation_counts(p_search text) to authenticated;

-- function private.invitation_email_data

CREATE OR REPLACE FUNCTION private.invitation_email_data(p_code_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'email', i.email, 'code', c.code, 'token', private.invitation_token(i.code_id, i.email), 'message', i.message,
      'inviter', case when i.source <> 'waitlist' then p.name end, 'asked', i.source = 'waitlist', 'bound', c.email is not null,
      'expires_on', to_char(c.expires_at at time zone 'UTC', 'FMMonth FMDD, YYYY'))
    from public.invitations as i
    join public.invite_codes as c on c.id = i.code_id
    left join public.profiles as p on p.id = i.inviter_id
    where i.code_id = p_code_id and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
      and exists (
        select from private.invited_mailboxes as m where m.mailbox_key = private.mailbox_key(i.email) and m.code_id = i.code_id)
      and not exists (select from public.profiles as o where private.mailbox_of(o.email) = private.mailbox_of(i.email))
      and not exists (select from private.suppressed_addresses as s where s.mailbox_key = private.mailbox_key(i.email))
  );
end
$function$;
comment on function private.invitation_email_data(p_code_id uuid) is 'What an invitation shows, and to whom it goes; null if it is not to be sent: its code is used, revoked or expired, the address belongs to a member, was invited by somebody else, or does not want invitations.';

-- function private.invitation_email_result

CREATE OR REPLACE FUNCTION private.invitation_email_result()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.invitations as i
  set email_state = coalesce(new.outcome, 'waiting'), last_sent_at = case new.outcome when 'sent' then new.finished_at else i.last_sent_at end
  where i.code_id = new.cause_id and i.email_id = new.id;
  return null;
end
$function$;
comment on function private.invitation_email_result() is 'Trigger: an invitation is called sent once its newest email was, and not before.';

-- function private.invitation_lines

CREATE OR REPLACE FUNCTION private.invitation_lines(p_member uuid)
 RETURNS TABLE(id uuid, by_link boolean, email text, name text, state text, at timestamp with time zone, received integer, sends integer, queued_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.invitation_lines(p_member uuid) is 'The newest invitations of a member, and who joined by the link; never who was a member before, nor what anybody orders.';

-- function private.invitation_message

CREATE OR REPLACE FUNCTION private.invitation_message(p_message text, p_admin boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_message text := nullif(private.trim_text(translate(replace(p_message, E'\r\n', E'\n'), E'\t\r', E' \n')), '');
begin
  -- What joins and colours emoji is harmless.
  if char_length(v_message) > (case when p_admin then 1000 else 300 end)
    or private.has_hidden(translate(v_message, E'\n\u200d\ufe0f', ''))
  then
    raise exception 'invalid_message' using errcode = 'PT422';
  end if;
  if not p_admin and private.has_link(translate(v_message, E'\u200d\ufe0f', '')) then
    raise exception 'message_has_link' using errcode = 'PT422';
  end if;
  return v_message;
end
$function$;
comment on function private.invitation_message(p_message text, p_admin boolean) is 'A personal message as it is stored: plain text with line breaks; of a member 300 characters without links (D42).';

-- function private.invitation_rows

CREATE OR REPLACE FUNCTION private.invitation_rows(p_rows jsonb)
 RETURNS TABLE("position" integer, email text)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  end if;
  if jsonb_array_length(p_rows) > 500 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query
  select r.at::integer, left(lower(private.trim_text(case jsonb_typeof(r.value) when 'object' then r.value ->> 'email' end)), 320)
  from jsonb_array_elements(p_rows) with ordinality as r (value, at);
end
$function$;
comment on function private.invitation_rows(p_rows jsonb) is 'The addresses of a call, in lower case, by their position: at most 500.';

-- function private.invitation_stage

CREATE OR REPLACE FUNCTION private.invitation_stage(p_invitation invitations, p_code invite_codes)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.invitation_stage(p_invitation invitations, p_code invite_codes) is 'What is known of an invitation: joined, revoked, expired, opened, sent, or that its email is waiting, given_up or skipped.';

-- function private.invitation_state

CREATE OR REPLACE FUNCTION private.invitation_state(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.invitation_state(p_email text) is 'Whether an address can be invited: new, or why not: member, suppressed, invited (in the last 30 days), invalid. For admins only: a member is never told (D42).';

-- function private.invitation_token

CREATE OR REPLACE FUNCTION private.invitation_token(p_code_id uuid, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return private.sign_unsubscribe('invitation ' || p_code_id || ' ' || p_email);
end
$function$;
comment on function private.invitation_token(p_code_id uuid, p_email text) is 'What the link in the email proves: that it was opened by somebody who reads the emails of the address.';

-- function private.invitation_uses_link

CREATE OR REPLACE FUNCTION private.invitation_uses_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_links(new.inviter_id);
  return null;
end
$function$;
comment on function private.invitation_uses_link() is 'Trigger: an invitation by email takes one from the link of the same member.';

-- function private.invitations_left

CREATE OR REPLACE FUNCTION private.invitations_left(p_member uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select greatest(0, private.setting_number('invitations_per_member') - private.invitations_used(p_member, y.starts_at))
    from private.membership_year(p_member, now()) as y);
end
$function$;
comment on function private.invitations_left(p_member uuid) is 'How many invitations a member has left this year of membership, by email and link together (D43).';

-- function private.invitations_used

CREATE OR REPLACE FUNCTION private.invitations_used(p_member uuid, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Sent emails and people who joined by the link; corrected, revoked and expired ones too, and whoever was deleted since.
  return (
    select coalesce(sum(case i.source when 'member' then 1 else c.uses end), 0)
    from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.inviter_id = p_member and i.source in ('member', 'link') and i.created_at >= p_since);
end
$function$;
comment on function private.invitations_used(p_member uuid, p_since timestamp with time zone) is 'How many invitations a member has used since a time; nothing gives one back (D42).';

-- function private.is_admin

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.profiles as p where p.id = auth.uid() and p.role = 'admin');
end
$function$;
comment on function private.is_admin() is 'Whether the caller is an admin now; read on every call, never from a claim (D11).';
grant execute on function private.is_admin() to authenticated;

-- function private.is_available

CREATE OR REPLACE FUNCTION private.is_available(p_benefit uuid, p_now timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT (s.is_active AND COALESCE((s.opens_at <= is_available.p_now), true) AND COALESCE((s.closes_at > is_available.p_now), true) AND s.is_left)
            FROM private.catalogue s
           WHERE (s.id = is_available.p_benefit)), false) AS "coalesce";
END;
comment on function private.is_available(p_benefit uuid, p_now timestamp with time zone) is 'Whether a benefit can be ordered at a time, by a member below its limit (D38).';

-- function private.is_code

CREATE OR REPLACE FUNCTION private.is_code(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((p_text = private.normalize_code(p_text)) AND (p_text <> ''::text) AND (char_length(p_text) <= 64) AND (NOT private.has_hidden(p_text)) AND (p_text !~ '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]'::text));
END;
comment on function private.is_code(p_text text) is 'Whether a text may be stored as a code: canonical, 1 to 64 characters, none of them hidden (D10).';
grant execute on function private.is_code(p_text text) to authenticated, service_role;

-- function private.is_delivery_row

CREATE OR REPLACE FUNCTION private.is_delivery_row(p_method text, p_kind text, p_key bigint, p_content text, p_message text, p_path text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_method in ('manual', 'key', 'link', 'file')
    and (p_kind is null or p_kind in ('text', 'link', 'key', 'file'))
    and (p_content is null or char_length(p_content) between 1 and 5000)
    and (p_message is null or char_length(p_message) between 1 and 2000)
    and case p_kind
      when 'file' then p_path is not null and p_content is null and p_key is null
      when 'key' then (p_key is null) <> (p_content is null) and p_path is null
      else (p_kind is null) = (p_content is null) and p_key is null and p_path is null
    end;
end
$function$;
comment on function private.is_delivery_row(p_method text, p_kind text, p_key bigint, p_content text, p_message text, p_path text) is 'What the columns of a delivery may hold; one function, as private.is_order().';

-- function private.is_email

CREATE OR REPLACE FUNCTION private.is_email(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  -- Printable ASCII except angle brackets, so no two addresses look alike. Other domains are written as xn--.
  return p_text ~ '^[!-;=?A-~]+@[!-;=?A-~]+$';
end
$function$;
comment on function private.is_email(p_text text) is 'Whether a text is one email address of printable ASCII, without markup; international domains as xn--.';
grant execute on function private.is_email(p_text text) to authenticated, service_role;

-- function private.is_email_kind

CREATE OR REPLACE FUNCTION private.is_email_kind(p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return p_kind in (
    'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted',
    'membership_ending', 'membership_extended', 'benefit_available', 'invitation_joined',
    'report_opened', 'pool_low', 'stock_low', 'orders_overdue', 'email_given_up', 'large_grant', 'reconcile_found', 'test', 'invitation',
    'deletion_requested', 'deletion_scheduled', 'account_deleted', 'second_factor_reset'
  );
end
$function$;
comment on function private.is_email_kind(p_kind text) is 'The kinds of emails.';

-- function private.is_ledger_row

CREATE OR REPLACE FUNCTION private.is_ledger_row(p_type text, p_amount integer, p_balance integer, p_description text, p_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_type in ('signup_bonus', 'purchase', 'redemption', 'referral_bonus', 'refund', 'adjustment')
    and p_amount <> 0
    and p_balance >= 0
    and char_length(p_description) between 1 and 300
    and (p_reason is null or p_type in ('purchase', 'adjustment') and private.is_reason(p_reason));
end
$function$;
comment on function private.is_ledger_row(p_type text, p_amount integer, p_balance integer, p_description text, p_reason text) is 'What the columns of a ledger row may hold (D4); one function, as private.is_order().';

-- function private.is_manual_delivery

CREATE OR REPLACE FUNCTION private.is_manual_delivery(p_kind text, p_content text, p_message text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_content text := nullif(private.trim_text(p_content), '');
begin
  return not coalesce(
    char_length(v_content) > 5000 or char_length(private.trim_text(p_message)) > 2000
      or (v_content is not null and not coalesce(p_kind in ('text', 'link', 'key'), false))
      or (p_kind = 'link' and v_content !~* '^https?://[^/[:space:]][^[:space:]]*$'),
    false);
end
$function$;
comment on function private.is_manual_delivery(p_kind text, p_content text, p_message text) is 'Whether this can be delivered by hand: a text, link or key, and a message, each optional (D33).';

-- function private.is_member

CREATE OR REPLACE FUNCTION private.is_member()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.profiles as p where p.id = auth.uid());
end
$function$;
comment on function private.is_member() is 'Whether the caller still has a profile; a token outlives a deleted account.';
grant execute on function private.is_member() to authenticated;

-- function private.is_new_person

CREATE OR REPLACE FUNCTION private.is_new_person(p_invited uuid, p_referrer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from public.profiles as p
    join public.profiles as o on private.mailbox_of(o.email) = private.mailbox_of(p.email) and o.id <> p.id
    where p.id = p_invited
  ) and not exists (
    select from public.profiles as p join public.profiles as o on private.same_phone(o.phone, p.phone)
    where p.id = p_invited and o.id = p_referrer
  );
end
$function$;
comment on function private.is_new_person(p_invited uuid, p_referrer uuid) is 'Whether somebody has neither the mailbox of another member nor the telephone of who invited them: nobody refers themselves (D43).';

-- function private.is_notification_row

CREATE OR REPLACE FUNCTION private.is_notification_row(p_kind text, p_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_count > 0 and p_kind in (
    'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted', 'membership_ending', 'membership_extended',
    'benefit_available', 'invitation_joined',
    'pool_low', 'stock_low', 'orders_overdue', 'reports_open', 'emails_given_up', 'large_grant', 'reconcile_found', 'waitlist'
  );
end
$function$;
comment on function private.is_notification_row(p_kind text, p_count integer) is 'What the columns of a notification may hold; one function, as private.is_order().';
grant execute on function private.is_notification_row(p_kind text, p_count integer) to authenticated, service_role;

-- function private.is_order

CREATE OR REPLACE FUNCTION private.is_order(p_status text, p_method text, p_unit text, p_price integer, p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_status in ('pending', 'processing', 'completed', 'delivered', 'cancelled')
    and p_method in ('manual', 'key', 'link', 'file')
    and p_unit in ('held', 'returned', 'spent')
    and (p_price is null or p_price >= 0)
    and (p_email is null or char_length(p_email) <= 254 and private.is_email(p_email));
end
$function$;
comment on function private.is_order(p_status text, p_method text, p_unit text, p_price integer, p_email text) is 'What the columns of an order may hold. One function, because Postgres parses each CHECK again for each statement (decision 76).';
grant execute on function private.is_order(p_status text, p_method text, p_unit text, p_price integer, p_email text) to authenticated, service_role;

-- function private.is_outbox_row

CREATE OR REPLACE FUNCTION private.is_outbox_row(p_kind text, p_recipient uuid, p_template text, p_outcome text, p_finished_at timestamp with time zone, p_error text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_email_kind(p_kind)
    and (p_recipient is null) = (p_kind in ('invitation', 'account_deleted'))
    and (p_kind = 'test') = (p_template is not null)
    and (p_template is null or p_template ~ '^[a-z_]{1,40}$')
    and (p_outcome is null) = (p_finished_at is null)
    and (p_outcome is null or p_outcome in ('sent', 'given_up', 'skipped', 'over_limit'))
    and (p_error is null or p_error ~ '^[a-z0-9_]{1,40}$');
end
$function$;
comment on function private.is_outbox_row(p_kind text, p_recipient uuid, p_template text, p_outcome text, p_finished_at timestamp with time zone, p_error text) is 'What the columns of a queued email may hold; one function, as private.is_order().';

-- function private.is_over_link

CREATE OR REPLACE FUNCTION private.is_over_link(p_code_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.invitations as i
    where i.code_id = p_code_id and i.source = 'link'
      and (i.inviter_id is null or private.live_link(i.inviter_id) is not null or private.invitations_left(i.inviter_id) = 0));
end
$function$;
comment on function private.is_over_link(p_code_id uuid) is 'Whether a code was the link of a member who has left, has another one, or has no invitations left: it would admit more people than the member may invite.';

-- function private.is_plain_address

CREATE OR REPLACE FUNCTION private.is_plain_address(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  -- No quotes, comments and lists: `a,b@c` would be sent to two people, and one mailbox would have any number of spellings.
  return char_length(p_text) <= 254
    and p_text ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$';
end
$function$;
comment on function private.is_plain_address(p_text text) is 'Whether an invitation can be sent to a text: one address, in its plain form.';

-- function private.is_plain_text

CREATE OR REPLACE FUNCTION private.is_plain_text(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not private.has_hidden(p_text) and private.has_visible(p_text);
end
$function$;
comment on function private.is_plain_text(p_text text) is 'Whether a name or phone number has no hidden character and at least one visible.';
grant execute on function private.is_plain_text(p_text text) to authenticated, service_role;

-- function private.is_reason

CREATE OR REPLACE FUNCTION private.is_reason(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return char_length(p_text) <= 200 and p_text = private.trim_text(p_text) and private.is_plain_text(p_text);
end
$function$;
comment on function private.is_reason(p_text text) is 'Whether a text can be the reason of a ledger entry: trimmed, readable, up to 200 characters.';

-- function private.keep_account

CREATE OR REPLACE FUNCTION private.keep_account()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_person public.profiles;
begin
  select * into v_person from public.profiles as p where p.id = auth.uid() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  -- A link that was sent before confirms nothing afterwards.
  delete from private.deletion_requests as r where r.user_id = v_person.id;
  if v_person.deletes_at is not null then
    perform private.set_deletion(v_person.id, null);
  end if;
  return v_person.deletes_at is not null;
end
$function$;
comment on function private.keep_account() is 'The withdrawal behind public.keep_account().';
grant execute on function private.keep_account() to authenticated;

-- function private.keep_instructions

CREATE OR REPLACE FUNCTION private.keep_instructions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.instruction_versions values (new.benefit_id, now(), new.instructions)
  on conflict (benefit_id, since) do update set instructions = excluded.instructions;
  return null;
end
$function$;
comment on function private.keep_instructions() is 'Trigger: records the instructions of a benefit with the time from which they apply.';

-- function private.keep_last_admin

CREATE OR REPLACE FUNCTION private.keep_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Serializes two admins who demote each other: each would see the other as the remaining one.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_last_admin', 0));
  if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;
comment on function private.keep_last_admin() is 'Trigger: the last admin is neither demoted nor deleted (D11).';

-- function private.key_counts

CREATE OR REPLACE FUNCTION private.key_counts(p_benefit_id uuid)
 RETURNS TABLE(available bigint, delivered bigint, quarantined bigint, delivered_in_30_days bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  with pool as (
    select count(*) as keys, count(*) filter (where a.batch_id = any ((select private.quarantined_batches(p_benefit_id))::uuid[])) as held
    from private.available_keys as a where a.benefit_id = p_benefit_id
  ),
  aside as (
    select count(*) as keys, count(d.id) as delivered
    from private.delivery_keys as k left join private.deliveries as d on d.key_id = k.id
    where k.benefit_id = p_benefit_id and k.quarantined_at is not null
  ),
  delivered as (
    select count(*) as keys, count(*) filter (where d.delivered_at > now() - interval '30 days') as recent
    from private.deliveries as d where d.benefit_id = p_benefit_id and d.key_id is not null
  )
  select pool.keys - pool.held, delivered.keys - aside.delivered, aside.keys + pool.held, delivered.recent
  from pool, aside, delivered;
end
$function$;
comment on function private.key_counts(p_benefit_id uuid) is 'The counts behind public.key_counts().';
grant execute on function private.key_counts(p_benefit_id uuid) to authenticated;

-- function private.key_ending

CREATE OR REPLACE FUNCTION private.key_ending(p_secret text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ltrim("right"(p_secret, LEAST(4, (char_length(p_secret) / 4))), '-'::text) AS ltrim;
END;
comment on function private.key_ending(p_secret text) is 'The end of a key that its mask shows: at most four characters, and at most a quarter of it (D31).';

-- function private.key_filter

CREATE OR REPLACE FUNCTION private.key_filter(p_filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_benefit uuid;
  v_term text := lower(coalesce(private.trim_text(p_filter ->> 'search'), ''));
  v_left text := 'r.id in (select a.key_id from private.available_keys as a where a.benefit_id = %1$L)';
  v_held text := 'r.batch_id = any (private.quarantined_batches(%1$L))';
  v_state text;
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or not p_filter ? 'benefit' or p_filter - '{benefit, search, state}'::text[] <> '{}'
    or exists (select from jsonb_each(p_filter) as f where jsonb_typeof(f.value) <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  v_benefit := (p_filter ->> 'benefit')::uuid;
  if p_filter ? 'state' then
    v_state := case p_filter ->> 'state'
      when 'available' then v_left || ' and not ' || v_held
      when 'quarantined' then '(r.quarantined_at is not null or (' || v_held || ' and ' || v_left || '))'
      when 'delivered' then
        'r.quarantined_at is null and r.id in (select d.key_id from private.deliveries as d where d.benefit_id = %1$L)' end;
    if v_state is null then
      raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
    end if;
  end if;
  return concat_ws(' and ', format('r.benefit_id = %L', v_benefit), format(v_state, v_benefit),
    case when v_term <> '' then format($sql$(lower(right(r.secret, 4)) = %1$L and private.key_ending(r.secret) = right(r.secret, 4)
      or private.key_ending(r.secret) <> right(r.secret, 4) and lower(private.key_ending(r.secret)) = %1$L or r.id in (
      select d.key_id from private.deliveries as d where d.order_id in (
        select o.id from public.orders as o where o.benefit_id = %2$L and o.search_text like %3$L order by o.created_at desc limit 200)))$sql$,
      v_term, v_benefit, private.like_pattern(v_term)) end);
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = 'benefit';
end
$function$;
comment on function private.key_filter(p_filter jsonb) is 'The condition of the keys `r` that the list of a benefit shows: `benefit`, `search`, `state`. Raises unknown_filter for anything else.';

-- function private.key_problems

CREATE OR REPLACE FUNCTION private.key_problems(p_benefit uuid, p_keys text[])
 RETURNS TABLE(line integer, problem text, first_line integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH marked AS (
          SELECT (l.line)::integer AS line,
             l.key,
             (min(l.line) OVER (PARTITION BY l.key))::integer AS first_line
            FROM ( SELECT given.line,
                     COALESCE(private.trim_text(given.key), ''::text) AS key
                    FROM unnest(key_problems.p_keys) WITH ORDINALITY given(key, line)) l
         ), judged AS (
          SELECT m.line,
             m.first_line,
                 CASE
                     WHEN (m.key = ''::text) THEN 'empty'::text
                     WHEN (char_length(m.key) < 4) THEN 'too_short'::text
                     WHEN (char_length(m.key) > 200) THEN 'too_long'::text
                     WHEN ((m.key ~ '[[:space:][:cntrl:]]'::text) OR private.has_hidden(m.key)) THEN 'unprintable'::text
                     WHEN (m.first_line < m.line) THEN 'duplicate_line'::text
                     WHEN (EXISTS ( SELECT
                        FROM private.delivery_keys k
                       WHERE ((k.secret = m.key) AND ((k.benefit_id = key_problems.p_benefit) OR (EXISTS ( SELECT
                                FROM benefits b
                               WHERE (b.id = k.benefit_id))) OR (NOT (EXISTS ( SELECT
                                FROM private.available_keys a
                               WHERE ((a.benefit_id = k.benefit_id) AND (a.key_id = k.id))))))))) THEN 'duplicate_key'::text
                     ELSE NULL::text
                 END AS problem
            FROM marked m
         )
  SELECT j.line,
     j.problem,
         CASE
             WHEN (j.problem = 'duplicate_line'::text) THEN j.first_line
             ELSE NULL::integer
         END AS "case"
    FROM judged j
   WHERE (j.problem IS NOT NULL)
   ORDER BY j.line;
END;
comment on function private.key_problems(p_benefit uuid, p_keys text[]) is 'The lines of an import that cannot be added, by number: malformed, given twice, or already in a pool. A key that was left when its benefit was deleted can be added to another (D31).';

-- function private.key_quarantine_apply

CREATE OR REPLACE FUNCTION private.key_quarantine_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with target as materialized (
    select r.position, k.id, k.quarantined_at as before, case when (p_operation.parameters ->> 'aside')::boolean then now() end as after
    from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  moved as materialized (select private.key_quarantine_move(array_agg(t.id), array_agg(t.after)) from target as t)
  select t.position, jsonb_build_object('quarantined_at', t.before), jsonb_build_object('quarantined_at', t.after)
  from target as t, moved;
end
$function$;
comment on function private.key_quarantine_apply(p_operation operations, p_positions integer[]) is 'Puts keys aside, or back.';

-- function private.key_quarantine_labels

CREATE OR REPLACE FUNCTION private.key_quarantine_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(private.mask_key(k.secret), r.row_id) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN private.delivery_keys k ON ((k.id = (r.row_id)::bigint)))
   WHERE ((r.operation_id = (key_quarantine_labels.p_operation).id) AND (r."position" = ANY (key_quarantine_labels.p_positions)));
END;
comment on function private.key_quarantine_labels(p_operation operations, p_positions integer[]) is 'The keys, masked.';

-- function private.key_quarantine_lock

CREATE OR REPLACE FUNCTION private.key_quarantine_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_keys bigint[];
begin
  -- Orders that take one of these keys refer to it, which this lock permits.
  v_keys := array(
    select k.id from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')
    order by k.id for no key update of k);
  -- Waits for them; once they have committed, the key is handed out. Not for what stays in the pool: orders would find it sold out.
  perform from private.available_keys as a
  where (p_operation.parameters ->> 'aside')::boolean <> (p_operation.state = 'undoing')
    and (a.benefit_id, a.key_id) in (select k.benefit_id, k.id from private.delivery_keys as k where k.id = any (v_keys))
  order by a.key_id for update;
end
$function$;
comment on function private.key_quarantine_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the keys, and their places in the pool if they are taken out of it.';

-- function private.key_quarantine_move

CREATE OR REPLACE FUNCTION private.key_quarantine_move(p_keys bigint[], p_times timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.available_keys as a
  where (a.benefit_id, a.key_id) in (
    select k.benefit_id, k.id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
    where m.at is not null);
  insert into private.available_keys (benefit_id, key_id, batch_id)
  select k.benefit_id, k.id, k.batch_id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
  where m.at is null order by k.id
  on conflict do nothing;
  update private.delivery_keys as k set quarantined_at = m.at from unnest(p_keys, p_times) as m (id, at) where k.id = m.id;
end
$function$;
comment on function private.key_quarantine_move(p_keys bigint[], p_times timestamp with time zone[]) is 'Takes keys, which are locked, out of the pool at these times; those without a time are put back.';

-- function private.key_quarantine_plan

CREATE OR REPLACE FUNCTION private.key_quarantine_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
         CASE
             WHEN (k.id IS NULL) THEN 'not_found'::text
             WHEN (EXISTS ( SELECT
                FROM private.deliveries d
               WHERE (d.key_id = k.id))) THEN 'handed_out'::text
             WHEN (b.quarantined_at IS NOT NULL) THEN 'batch_aside'::text
             WHEN ((k.quarantined_at IS NOT NULL) = (((key_quarantine_plan.p_operation).parameters ->> 'aside'::text))::boolean) THEN
             CASE
                 WHEN (k.quarantined_at IS NULL) THEN 'already_available'::text
                 ELSE 'already_aside'::text
             END
             ELSE NULL::text
         END AS "case",
     NULL::uuid AS uuid,
     k.quarantined_at,
     NULL::text AS text,
     0,
     false
    FROM ((private.operation_rows r
      LEFT JOIN private.delivery_keys k ON ((k.id = (r.row_id)::bigint)))
      LEFT JOIN private.key_batches b ON ((b.id = k.batch_id)))
   WHERE ((r.operation_id = (key_quarantine_plan.p_operation).id) AND ((r."position" >= key_quarantine_plan.p_from) AND (r."position" <= key_quarantine_plan.p_to)));
END;
comment on function private.key_quarantine_plan(p_operation operations, p_from integer, p_to integer) is 'Which keys are put aside or back: those that were never handed out, and whose batch is not put aside.';

-- function private.key_quarantine_settle

CREATE OR REPLACE FUNCTION private.key_quarantine_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.end_shortage(m.benefit_id) AS end_shortage
    FROM ( SELECT DISTINCT k.benefit_id
            FROM (private.operation_rows r
              JOIN private.delivery_keys k ON ((k.id = (r.row_id)::bigint)))
           WHERE ((r.operation_id = (key_quarantine_settle.p_operation).id) AND ((r."position" >= key_quarantine_settle.p_from) AND (r."position" <= key_quarantine_settle.p_to)) AND (r.state = 'changed'::text))) m;
END;
comment on function private.key_quarantine_settle(p_operation operations, p_from integer, p_to integer) is 'Notifies nobody; a shortage may have ended.';

-- function private.key_quarantine_undo

CREATE OR REPLACE FUNCTION private.key_quarantine_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with judged as materialized (
    select r.position, k.id, (r.before ->> 'quarantined_at')::timestamptz as before, case
      when exists (select from private.deliveries as d where d.key_id = k.id) then 'handed_out'
      when k.quarantined_at is distinct from (r.after ->> 'quarantined_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  moved as materialized (
    select private.key_quarantine_move(array_agg(j.id), array_agg(j.before)) from judged as j where j.reason is null)
  select j.position, j.reason from judged as j, moved;
end
$function$;
comment on function private.key_quarantine_undo(p_operation operations, p_from integer, p_to integer) is 'Puts keys back, or aside again since when they were, unless they were handed out or moved since.';

-- function private.keys_left

CREATE OR REPLACE FUNCTION private.keys_left(p_benefit uuid, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*) from (
      select from private.available_keys as a
      where a.benefit_id = p_benefit and a.batch_id <> all ((select private.quarantined_batches(p_benefit))::uuid[])
      limit p_limit
    ) as counted);
end
$function$;
comment on function private.keys_left(p_benefit uuid, p_limit integer) is 'How many keys can be delivered, counted up to a limit.';

-- function private.lacks_second_factor

CREATE OR REPLACE FUNCTION private.lacks_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from public.app_settings as s where s.key = 'require_second_factor' and s.value = '1');
end
$function$;
comment on function private.lacks_second_factor() is 'Whether admins need a second factor and this session has none. It is a claim of the signed token, good for up to an hour.';
grant execute on function private.lacks_second_factor() to authenticated;

-- function private.last_delivery

CREATE OR REPLACE FUNCTION private.last_delivery(p_benefit_id uuid, p_order_id uuid)
 RETURNS TABLE(kind text, content text, message text, of_order boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Reveals what a member received.
  perform private.require_admin();
  return query
  select d.kind, case when d.kind <> 'key' then d.content end, d.message, true
  from private.deliveries as d
  where d.order_id = p_order_id and d.withdrawn_at is null and (d.kind is not null or d.message is not null);
  if not found then
    return query
    select d.kind, case when d.kind <> 'key' then d.content end, d.message, false
    from private.deliveries as d
    where d.benefit_id = p_benefit_id and d.method = 'manual' and (d.content is not null or d.message is not null)
    order by d.id desc limit 1;
  end if;
end
$function$;
comment on function private.last_delivery(p_benefit_id uuid, p_order_id uuid) is 'The delivery behind public.last_delivery().';
grant execute on function private.last_delivery(p_benefit_id uuid, p_order_id uuid) to authenticated;

-- function private.launch_spots_left

CREATE OR REPLACE FUNCTION private.launch_spots_left()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (50 - (count(*))::integer)
    FROM ( SELECT
            FROM token_transactions
           WHERE (token_transactions.transaction_type = 'signup_bonus'::text)
           ORDER BY token_transactions.account_id
          LIMIT 50) accounts;
END;
comment on function private.launch_spots_left() is 'How many of the 50 spots at the launch price are left. Counts signup bonuses, which outlive the account (D26).';
grant execute on function private.launch_spots_left() to anon, authenticated;

-- function private.lease_emails

CREATE OR REPLACE FUNCTION private.lease_emails(p_limit integer)
 RETURNS TABLE(id uuid, kind text, attempt integer, email text, own boolean, data jsonb, unsubscribe text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row private.outbox;
begin
  -- Not at every call: an embedded backend asks each second. And without waiting for another sender.
  update private.email_sender set ran_at = now()
  from (select from private.email_sender where ran_at < now() - interval '20 seconds' for update skip locked) as free;
  for v_row in
    select * from private.outbox as o where o.outcome is null and o.next_attempt_at <= now()
    order by o.kind in ('benefit_available', 'invitation'), o.next_attempt_at limit least(greatest(p_limit, 0), 50) for update skip locked
  loop
    id := v_row.id;
    kind := v_row.kind;
    attempt := v_row.attempts + 1;
    own := not v_row.elsewhere;
    data := private.email_data(v_row);
    email := case v_row.kind
      when 'order_delivered' then data ->> 'redemption_email' when 'invitation' then data ->> 'email' when 'account_deleted' then data ->> 'email'
      else (select p.email from public.profiles as p where p.id = v_row.recipient_id) end;
    unsubscribe := case v_row.kind
      when 'invitation' then private.unsubscribe_address(email) else private.unsubscribe_token(v_row.recipient_id, v_row.kind) end;
    if data is null or email is null or not private.wants_email(v_row.recipient_id, v_row.kind) then
      update private.outbox as o set outcome = 'skipped', finished_at = now() where o.id = v_row.id;
    -- A day's backoff makes about a dozen attempts; more mean that this email crashes its sender.
    elsif v_row.attempts >= 30 then
      update private.outbox as o set outcome = 'given_up', finished_at = now(), last_error = 'no_result' where o.id = v_row.id;
    else
      update private.outbox as o
      set attempts = attempt, first_attempted_at = coalesce(o.first_attempted_at, now()), next_attempt_at = now() + interval '10 minutes'
      where o.id = v_row.id;
      return next;
    end if;
  end loop;
end
$function$;
comment on function private.lease_emails(p_limit integer) is 'Leases up to 50 due emails to the caller for ten minutes, which counts as an attempt, and returns what they are to show (D37).';
grant execute on function private.lease_emails(p_limit integer) to service_role;

-- function private.ledger_apply

CREATE OR REPLACE FUNCTION private.ledger_apply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.account_id := new.user_id;
  new.actor_id := coalesce(new.actor_id, auth.uid());
  if new.balance_after is null then
    update public.profiles set current_tokens = current_tokens + new.amount
    where id = new.user_id and current_tokens + new.amount >= 0
    returning current_tokens into new.balance_after;
    if not found then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
  end if;
  -- Assigned under the lock of the profile's row, so that both follow the order of the balances.
  new.seq := nextval('public.token_transactions_seq_seq');
  new.created_at := coalesce(new.created_at, clock_timestamp());
  return new;
end
$function$;
comment on function private.ledger_apply() is 'Trigger: applies a ledger row to the balance; the profile row is the only lock that accounts share (D2).';

-- function private.ledger_chain

CREATE OR REPLACE FUNCTION private.ledger_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash bytea;
  v_balance integer;
begin
  if new.reason is not null then
    new.reason_salt := gen_random_uuid();
    new.reason_digest := private.reason_digest(new.reason_salt, new.reason);
  end if;
  -- Under the lock of the profile's row, as `seq`.
  select t.hash, t.balance_after into v_hash, v_balance
  from public.token_transactions as t where t.account_id = new.account_id order by t.seq desc limit 1;
  if new.balance_after <> coalesce(v_balance, 0) + new.amount then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = new.account_id::text;
  end if;
  new.hash := private.ledger_hash(v_hash, new);
  return new;
end
$function$;
comment on function private.ledger_chain() is 'Trigger: chains a ledger row to the row before it of the same account, from whose balance it must follow (D2, D47).';

-- function private.ledger_guard

CREATE OR REPLACE FUNCTION private.ledger_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_erasable text[] := '{user_id,description,reason,reason_salt}';
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - v_erasable = to_jsonb(old) - v_erasable
    and (new.reason is not distinct from old.reason and new.reason_salt is not distinct from old.reason_salt
      or (new.reason is null and new.reason_salt is null and not exists (select from public.profiles where id = old.account_id)))
    and (new.user_id is not distinct from old.user_id
      or (new.user_id is null and not exists (select from public.profiles where id = old.user_id)))
    and (new.description = old.description
      or (old.transaction_type = 'adjustment' and not exists (select from public.profiles where id = old.actor_id)))
  then
    return new;
  end if;
  raise exception 'ledger_is_append_only' using errcode = 'PT403';
end
$function$;
comment on function private.ledger_guard() is 'Trigger: rows are never changed or removed; only a deleted person''s link, name and reasons are erased (D2, D12).';

-- function private.ledger_hash

CREATE OR REPLACE FUNCTION private.ledger_hash(p_previous bytea, p_row token_transactions)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return sha256(coalesce(p_previous, '\x') || convert_to(
    'guildhall ledger 1|' || p_row.account_id || '|' || coalesce(p_row.actor_id::text, '') || '|' || p_row.transaction_type
    || '|' || p_row.amount || '|' || p_row.balance_after || '|' || coalesce(p_row.order_id::text, '')
    || '|' || coalesce(p_row.redeem_code_id::text, '') || '|' || coalesce(encode(p_row.reason_digest, 'hex'), '')
    -- Not as a bigint, which holds no 'infinity': reconcile() has to name such a row.
    || '|' || trunc(extract(epoch from p_row.created_at) * 1000000), 'UTF8'));
end
$function$;
comment on function private.ledger_hash(p_previous bytea, p_row token_transactions) is 'The hash of a ledger row after the one with the previous hash: version 1 of the serialisation (D47).';

-- function private.like_pattern

CREATE OR REPLACE FUNCTION private.like_pattern(p_term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (('%'::text || regexp_replace(lower(p_term), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text);
END;
comment on function private.like_pattern(p_term text) is 'The LIKE pattern that finds a literal term in lower-case text.';

-- function private.live_link

CREATE OR REPLACE FUNCTION private.live_link(p_member uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select c.id from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.inviter_id = p_member and i.source = 'link' and not c.is_used and not c.is_revoked and c.expires_at > now()
    order by i.created_at desc limit 1);
end
$function$;
comment on function private.live_link(p_member uuid) is 'The code of a member''s link, if there is one that works.';

-- function private.lock_admin_notifications

CREATE OR REPLACE FUNCTION private.lock_admin_notifications(p_shared boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_shared then
    perform pg_advisory_xact_lock_shared(hashtextextended('private.lock_admin_notifications', 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('private.lock_admin_notifications', 0));
  end if;
end
$function$;
comment on function private.lock_admin_notifications(p_shared boolean) is 'Transactions that write several unread notifications of admins, or mark several as read, would otherwise meet in any order.';

-- function private.lock_caller

CREATE OR REPLACE FUNCTION private.lock_caller()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles as p where p.id = auth.uid() for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
end
$function$;
comment on function private.lock_caller() is 'Keeps the caller from being deleted; raises not_signed_in without a profile.';

-- function private.lock_elsewhere

CREATE OR REPLACE FUNCTION private.lock_elsewhere(p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles as p where p.id = p_member for no key update;
end
$function$;
comment on function private.lock_elsewhere(p_member uuid) is 'Concurrent emails of a member to other addresses are counted one after the other: call it before elsewhere_left(). The lock of the profile, which credits take as well: one of its own would be taken before and after it.';

-- function private.lock_invitation

CREATE OR REPLACE FUNCTION private.lock_invitation(p_code_id uuid, p_admins boolean)
 RETURNS invitations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_code public.invite_codes;
  v_invitation public.invitations;
begin
  perform private.lock_invitations();
  select * into v_code from public.invite_codes as c where c.id = p_code_id for no key update;
  select * into v_invitation from public.invitations as i where i.code_id = p_code_id for no key update;
  -- The same for what does not exist and what is somebody else's. What was sent as an admin is for admins: no limit of a member counts it.
  if not coalesce(private.is_member() and (
    v_invitation.inviter_id = auth.uid() and (v_invitation.source in ('member', 'link') or private.writes_as_admin())
    or p_admins and private.writes_as_admin()), false)
  then
    raise exception 'invitation_not_found' using errcode = 'PT404';
  end if;
  if v_code.is_used or v_code.is_revoked or v_code.expires_at <= now() then
    raise exception 'invitation_closed' using errcode = 'PT409';
  end if;
  return v_invitation;
end
$function$;
comment on function private.lock_invitation(p_code_id uuid, p_admins boolean) is 'Locks an invitation that still works, of the caller or, where admins may, of anybody; its code first, as a sign-up does.';

-- function private.lock_invitations

CREATE OR REPLACE FUNCTION private.lock_invitations()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- In this order: the inviter may be being deleted.
  perform private.wait_for_deletions();
  perform pg_advisory_xact_lock(hashtextextended('private.lock_invitations', 0));
end
$function$;
comment on function private.lock_invitations() is 'Serializes inviting. Call it before reading invitations and before locking rows.';

-- function private.lock_link

CREATE OR REPLACE FUNCTION private.lock_link(p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.invite_codes as c where c.id = private.live_link(p_member) for no key update;
end
$function$;
comment on function private.lock_link(p_member uuid) is 'Blocks sign-ups by a member''s link, so that the remaining invitations can be counted. Call it after lock_invitations(), which blocks emails and new links.';

-- function private.lock_operation

CREATE OR REPLACE FUNCTION private.lock_operation(p_operation_id uuid)
 RETURNS operations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  select * into v_operation from public.operations as o where o.id = p_operation_id for update;
  if not found then
    raise exception 'operation_not_found' using errcode = 'PT404';
  end if;
  return v_operation;
end
$function$;
comment on function private.lock_operation(p_operation_id uuid) is 'An operation, locked; raises operation_not_found.';

-- function private.lock_visible

CREATE OR REPLACE FUNCTION private.lock_visible(p_benefit_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The same answer for a benefit that is hidden as for one that does not exist.
  perform from public.benefits as b
  where b.id = p_benefit_id and b.is_active and coalesce(b.closes_at > now(), true) for key share;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
end
$function$;
comment on function private.lock_visible(p_benefit_id uuid) is 'Keeps a benefit of the catalogue from being deleted; raises benefit_unavailable for any other.';

-- function private.lock_waiting

CREATE OR REPLACE FUNCTION private.lock_waiting(p_ids uuid[], p_declined boolean)
 RETURNS SETOF waitlist
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query select w.* from public.waitlist as w
  where w.id = any (p_ids) and (p_declined or w.declined_at is null)
  order by w.id for update;
end
$function$;
comment on function private.lock_waiting(p_ids uuid[], p_declined boolean) is 'Up to 500 rows of the waitlist, locked in one order, so that of two admins the first decides; those that were declined if wanted.';

-- function private.log_invitation

CREATE OR REPLACE FUNCTION private.log_invitation(p_code_id uuid, p_change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.is_admin() then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'invitations', p_code_id::text, 'update', '{}', p_change);
  end if;
end
$function$;
comment on function private.log_invitation(p_code_id uuid, p_change jsonb) is 'Records what an admin did with an invitation, without its address (D12, D29).';

-- function private.log_key

CREATE OR REPLACE FUNCTION private.log_key(p_key private.delivery_keys, p_after jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO private.audit_log (actor_id, table_name, row_id, action, after)
   VALUES (auth.uid(), 'delivery_keys'::text, ((log_key.p_key).id)::text, 'update'::text, (jsonb_build_object('benefit_id', (log_key.p_key).benefit_id, 'key', private.mask_key((log_key.p_key).secret)) || log_key.p_after));
END;
comment on function private.log_key(p_key private.delivery_keys, p_after jsonb) is 'Logs what an admin did with a key, which is masked (D29, D31).';

-- function private.log_operation

CREATE OR REPLACE FUNCTION private.log_operation(p_operation operations)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select p_operation.actor_id, 'operations', p_operation.id::text, case p_operation.state when 'undoing' then 'update' else 'insert' end,
    case p_operation.state when 'undoing' then '{"state": "done"}'::jsonb end,
    jsonb_build_object('kind', p_operation.kind, 'parameters', p_operation.parameters, 'state', p_operation.state,
      -- What an undo is to take back is counted as changed and as remaining.
      'rows', case p_operation.state when 'undoing' then p_operation.changed else p_operation.remaining end, 'skipped', p_operation.skipped, 'tokens', p_operation.tokens);
end
$function$;
comment on function private.log_operation(p_operation operations) is 'The line of an operation, and that of its undo, in the log, when they begin (D29).';

-- function private.log_waitlist

CREATE OR REPLACE FUNCTION private.log_waitlist(p_action text, p_did text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- No address: nothing could erase it from the log (D12).
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  select auth.uid(), 'waitlist', min(i::text), p_action, jsonb_build_object('did', p_did, 'count', count(*))
  from unnest(p_ids) as i having count(*) > 0;
end
$function$;
comment on function private.log_waitlist(p_action text, p_did text, p_ids uuid[]) is 'Records what an admin did to rows of the waitlist, without addresses (D29).';

-- function private.mailbox_key

CREATE OR REPLACE FUNCTION private.mailbox_key(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return private.sign_unsubscribe('mailbox ' || private.mailbox_of(p_email));
end
$function$;
comment on function private.mailbox_key(p_email text) is 'What a mailbox is remembered by without its address.';

-- function private.mailbox_of

CREATE OR REPLACE FUNCTION private.mailbox_of(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.mailbox_of(p_email text) is 'The mailbox behind the spellings of an address: lower case, without a +tag; for Gmail without dots.';
grant execute on function private.mailbox_of(p_email text) to authenticated, service_role;

-- function private.make_first_admin

CREATE OR REPLACE FUNCTION private.make_first_admin(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_last_admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'admin_exists' using errcode = 'PT409';
  end if;
  update public.profiles set role = 'admin' where lower(email) = lower(btrim(p_email)) returning id into v_id;
  if v_id is null then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  insert into private.audit_log (table_name, row_id, action, before, after)
  values ('profiles', v_id::text, 'update', '{"role": "user"}', '{"role": "admin"}');
end
$function$;
comment on function private.make_first_admin(p_email text) is 'Makes the first admin; works only while there is none, and only for the owner of the database (D11).';

-- function private.mark_email_failed

CREATE OR REPLACE FUNCTION private.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only the attempt that failed: its lease may have expired, and the email be in other hands.
  update private.outbox as o set
    last_error = p_error,
    outcome = case when p_permanent or o.first_attempted_at <= now() - interval '1 day' then 'given_up' end,
    finished_at = case when p_permanent or o.first_attempted_at <= now() - interval '1 day' then now() end,
    next_attempt_at = least(
      now() + interval '1 minute' * 2 ^ least(o.attempts - 1, 11), greatest(o.first_attempted_at + interval '1 day', now()))
  where o.id = p_id and o.attempts = p_attempt and o.outcome is null;
end
$function$;
comment on function private.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean) is 'Records a failed attempt: the next one after 1, 2, 4... minutes, the last a day after the first; then, or at once if the failure is permanent, the email is given up (D37).';
grant execute on function private.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean) to service_role;

-- function private.mark_email_sent

CREATE OR REPLACE FUNCTION private.mark_email_sent(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.outbox SET outcome = 'sent'::text, finished_at = now(), last_error = NULL::text
   WHERE ((outbox.id = mark_email_sent.p_id) AND (outbox.outcome IS DISTINCT FROM 'sent'::text));
END;
comment on function private.mark_email_sent(p_id uuid) is 'Records that an email was handed to the mail service.';
grant execute on function private.mark_email_sent(p_id uuid) to service_role;

-- function private.mask_key

CREATE OR REPLACE FUNCTION private.mask_key(p_secret text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (ltrim((
         CASE
             WHEN (char_length(p_secret) >= 12) THEN rtrim("left"(p_secret, LEAST(4, (char_length(p_secret) / 4))), '-'::text)
             ELSE ''::text
         END ||
         CASE
             WHEN (POSITION(('-'::text) IN (p_secret)) > 0) THEN '-••••-'::text
             ELSE '••••'::text
         END), '-'::text) || private.key_ending(p_secret));
END;
comment on function private.mask_key(p_secret text) is 'What lists show of a key: at most the first and last four characters, and never more than half of it (D31).';

-- function private.may_download

CREATE OR REPLACE FUNCTION private.may_download(p_path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (private.deliveries d
              JOIN orders o ON ((o.id = d.order_id)))
           WHERE ((d.file_path = may_download.p_path) AND (d.withdrawn_at IS NULL) AND (o.user_id = auth.uid()) AND (o.status <> 'cancelled'::text)))) AS "exists";
END;
comment on function private.may_download(p_path text) is 'Whether the caller has a live order whose current delivery is this file (D32). Orders of a deleted member have no owner (D12).';
grant execute on function private.may_download(p_path text) to authenticated;

-- function private.may_remove_file

CREATE OR REPLACE FUNCTION private.may_remove_file(p_path text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Waits for a change of the benefit's settings, which itself waits for orders.
  perform from public.benefits as b where b.id::text = split_part(p_path, '/', 1) for share;
  return private.is_admin() and not private.lacks_second_factor()
    and not exists (select from private.benefit_delivery as s where s.file_path = p_path)
    and not exists (select from private.deliveries as d where d.file_path = p_path and d.withdrawn_at is null);
end
$function$;
comment on function private.may_remove_file(p_path text) is 'Whether the caller is an admin, and no benefit and no order needs this file; a cancelled order does, because it can be reopened.';
grant execute on function private.may_remove_file(p_path text) to authenticated;

-- function private.membership_apply

CREATE OR REPLACE FUNCTION private.membership_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with target as (
    select r.position, p.id, p.membership_end_date as ended
    from private.operation_rows as r join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.profiles as p
    set membership_end_date = greatest(p.membership_end_date, now()) + (p_operation.parameters ->> 'months')::integer * interval '1 month'
    from target as t where p.id = t.id
    returning p.id, p.membership_end_date
  )
  select t.position, jsonb_build_object('ends_at', t.ended), jsonb_build_object('ends_at', c.membership_end_date)
  from target as t join changed as c using (id);
end
$function$;
comment on function private.membership_apply(p_operation operations, p_positions integer[]) is 'Adds months from the end, or from today if that has passed.';

-- function private.membership_email_data

CREATE OR REPLACE FUNCTION private.membership_email_data(p_kind text, p_person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'count', ceil(extract(epoch from p.membership_end_date - now()) / 86400),
      'ends_on', to_char(p.membership_end_date at time zone 'UTC', 'FMMonth FMDD, YYYY'))
    from public.profiles as p
    where p.id = p_person and p.membership_end_date > now()
      and (p_kind = 'membership_extended' or p.membership_end_date <= now() + interval '30 days')
  );
end
$function$;
comment on function private.membership_email_data(p_kind text, p_person uuid) is 'When a membership ends; null if it has ended, or was extended since the warning.';

-- function private.membership_labels

CREATE OR REPLACE FUNCTION private.membership_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(p.name, 'Deleted user'::text) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN profiles p ON ((p.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (membership_labels.p_operation).id) AND (r."position" = ANY (membership_labels.p_positions)));
END;
comment on function private.membership_labels(p_operation operations, p_positions integer[]) is 'The names of the members.';

-- function private.membership_lock

CREATE OR REPLACE FUNCTION private.membership_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles as p
  where p.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by p.id for no key update;
end
$function$;
comment on function private.membership_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the people.';

-- function private.membership_plan

CREATE OR REPLACE FUNCTION private.membership_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH people AS (
          SELECT r."position",
             p_1.id,
             p_1.membership_end_date,
                 CASE
                     WHEN (p_1.id IS NULL) THEN 'not_found'::text
                     WHEN (p_1.membership_end_date IS NULL) THEN 'no_end'::text
                     ELSE NULL::text
                 END AS reason
            FROM (private.operation_rows r
              LEFT JOIN profiles p_1 ON ((p_1.id = (r.row_id)::uuid)))
           WHERE ((r.operation_id = (membership_plan.p_operation).id) AND ((r."position" >= membership_plan.p_from) AND (r."position" <= membership_plan.p_to)))
         )
  SELECT p."position",
     p.reason,
     NULL::uuid AS uuid,
     NULL::timestamp with time zone AS timestamptz,
     (EXTRACT(epoch FROM p.membership_end_date))::text AS "extract",
     0,
     ((p.reason IS NULL) AND (p.id <> (membership_plan.p_operation).actor_id) AND COALESCE(n.by_email, true))
    FROM (people p
      LEFT JOIN notification_preferences n ON (((n.user_id = p.id) AND (n.kind = 'membership'::text))));
END;
comment on function private.membership_plan(p_operation operations, p_from integer, p_to integer) is 'Which memberships are extended: all that end; one that somebody else extended since the dry run is skipped.';

-- function private.membership_settle

CREATE OR REPLACE FUNCTION private.membership_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with told as materialized (
    select p.id, r.after -> 'ends_at' as ends_at, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
      private.event_id('membership_extended', p_operation.id, p.id, r.changed_at) as event_id
    from private.operation_rows as r
    join public.profiles as p on p.id = r.row_id::uuid and p.id <> p_operation.actor_id
    left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership'
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
  ),
  noticed as (
    insert into public.notifications (id, user_id, kind, data)
    select t.event_id, t.id, 'membership_extended', jsonb_build_object('ends_at', t.ends_at) from told as t where t.in_app
  )
  insert into private.outbox (id, kind, cause_id, recipient_id)
  select t.event_id, 'membership_extended', p_operation.id, t.id from told as t where t.by_email;
end
$function$;
comment on function private.membership_settle(p_operation operations, p_from integer, p_to integer) is 'Tells members until when their membership was extended.';

-- function private.membership_undo

CREATE OR REPLACE FUNCTION private.membership_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with people as (
    select r.position, p.id, (r.before ->> 'ends_at')::timestamptz as ended, case
      when p.id is null then 'not_found'
      when p.membership_end_date is distinct from (r.after ->> 'ends_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  restored as (
    update public.profiles as p set membership_end_date = o.ended from people as o where p.id = o.id and o.reason is null
  )
  select p.position, p.reason from people as p;
end
$function$;
comment on function private.membership_undo(p_operation operations, p_from integer, p_to integer) is 'Restores the end of memberships that nobody has changed since.';

-- function private.membership_year

CREATE OR REPLACE FUNCTION private.membership_year(p_member uuid, p_at timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.membership_year(p_member uuid, p_at timestamp with time zone) is 'The year of membership that a time is in, counted from the day of joining: invitations are given for each.';

-- function private.my_data

CREATE OR REPLACE FUNCTION private.my_data(p_part text, p_after integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rows jsonb;
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if private.my_data_query(p_part) is null then
    raise exception 'unknown_kind' using errcode = 'PT400';
  end if;
  execute format(
    'select coalesce(jsonb_agg(r.line), ''[]'') from (select * from (%s) as q (line) limit 1000 offset $2) as r',
    private.my_data_query(p_part)) into v_rows using auth.uid(), greatest(coalesce(p_after, 0), 0);
  return v_rows;
end
$function$;
comment on function private.my_data(p_part text, p_after integer) is 'The rows behind public.my_data().';
grant execute on function private.my_data(p_part text, p_after integer) to authenticated;

-- function private.my_data_counts

CREATE OR REPLACE FUNCTION private.my_data_counts()
 RETURNS TABLE(orders bigint, open_orders bigint, open_tokens bigint, entries bigint, notices bigint, invitations bigint, invitations_left integer, requested_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return query
  select count(*), count(*) filter (where o.status in ('pending', 'processing')),
    coalesce(sum(o.benefit_token_value) filter (where o.status in ('pending', 'processing')), 0)::bigint,
    (select count(*) from public.token_transactions as t where t.account_id = auth.uid()),
    (select count(*) from public.notifications as n where n.user_id = auth.uid()),
    (select count(*) from public.invitations as i where i.inviter_id = auth.uid()),
    private.invitations_left(auth.uid()),
    (select r.requested_at from private.deletion_requests as r
      where r.user_id = auth.uid() and r.requested_at > now() - interval '1 day')
  from public.orders as o where o.user_id = auth.uid();
end
$function$;
comment on function private.my_data_counts() is 'The row behind public.my_data_counts().';
grant execute on function private.my_data_counts() to authenticated;

-- function private.my_data_query

CREATE OR REPLACE FUNCTION private.my_data_query(p_part text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- Each is a statement with the person as $1, oldest first. Rows of public are whole, as their person may read them.
  return case p_part
    when 'profile' then $q$ select to_jsonb(p) - '{adjustment_type,adjustment_reason}'::text[]
      from public.profiles as p where p.id = $1 $q$
    when 'login' then $q$ select private.some_keys(to_jsonb(u), '{id,email,created_at,email_confirmed_at,last_sign_in_at,
        email_change,email_change_sent_at,recovery_sent_at,confirmation_sent_at,raw_user_meta_data}') from auth.users as u where u.id = $1 $q$
    when 'sign_ins' then $q$ select private.some_keys(to_jsonb(s), '{id,created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}')
      from auth.sessions as s where s.user_id = $1 order by s.created_at, s.id $q$
    when 'second_factors' then $q$ select private.some_keys(to_jsonb(f), '{id,friendly_name,factor_type,status,created_at,updated_at}')
      from auth.mfa_factors as f where f.user_id = $1 order by f.created_at, f.id $q$
    when 'orders' then $q$ select to_jsonb(o) - 'search_text' from public.orders as o where o.user_id = $1 order by o.created_at, o.id $q$
    -- Reading what was delivered counts (D34), so what was not read yet is only named.
    when 'deliveries' then $q$ select jsonb_build_object('order_id', d.order_id, 'order_number', o.order_number, 'method', d.method,
        'kind', d.kind, 'delivered_at', d.delivered_at, 'read_at', d.read_at, 'message', d.message, 'instructions', d.instructions,
        'file_name', d.file_name, 'file_size', d.file_size, 'file_type', d.file_type, 'withdrawn_at', d.withdrawn_at,
        'content', case when d.read_at is not null then coalesce(k.secret, d.content) end)
      from public.orders as o join private.deliveries as d on d.order_id = o.id left join private.delivery_keys as k on k.id = d.key_id
      where o.user_id = $1 and o.status <> 'cancelled' order by d.id $q$
    when 'reports' then $q$ select to_jsonb(r) - '{batch_id,answered_by,delivery_id}'::text[]
      from private.reports as r where r.account_id = $1 order by r.created_at, r.id $q$
    when 'token_entries' then $q$ select to_jsonb(t) from public.token_transactions as t where t.account_id = $1 order by t.seq $q$
    when 'codes' then $q$ select to_jsonb(c) from (
        select 'token' as kind, r.code, r.token_value as tokens, coalesce(u.used_at, r.used_at) as used_at
        from public.redeem_codes as r left join public.code_uses as u on u.code_id = r.id and u.user_id = $1
        where r.used_by = $1 or u.user_id = $1
        union all
        select 'invite', i.code, null, coalesce(u.used_at, i.used_at)
        from public.invite_codes as i left join public.code_uses as u on u.code_id = i.id and u.user_id = $1
        where i.used_by = $1 or u.user_id = $1) as c order by c.used_at, c.code $q$
    -- Not what the email of a member's invitation became, nor a code that its address alone should have (D42).
    when 'invitations' then $q$ select to_jsonb(i) - '{email_id,inviter_id}'::text[] - case i.source when 'member' then
        '{email_state,last_sent_at}' else '{}' end::text[] || case when i.email is null then jsonb_build_object('code', c.code) else '{}' end
      from public.invitations as i join public.invite_codes as c on c.id = i.code_id where i.inviter_id = $1 order by i.created_at, i.code_id $q$
    -- Not one that was sent to another address and passed on.
    when 'invited_with' then $q$ select jsonb_build_object('code', c.code, 'source', i.source, 'email', i.email, 'message', i.message,
        'created_at', i.created_at, 'sends', i.sends, 'last_sent_at', i.last_sent_at, 'opened_at', i.opened_at, 'opens', i.opens)
      from public.invitations as i join public.invite_codes as c on c.id = i.code_id join public.profiles as p on p.id = $1
      where (c.used_by = $1 or exists (select from public.code_uses as u where u.code_id = c.id and u.user_id = $1))
        and (i.email is null or c.email is not null or private.mailbox_of(i.email) = private.mailbox_of(p.email)) order by i.code_id $q$
    when 'operations' then $q$ select jsonb_build_object('kind', o.kind, 'at', r.changed_at, 'tokens', r.tokens, 'before', r.before,
        'after', r.after, 'undone_at', r.undone_at)
      from private.operation_rows as r join public.operations as o on o.id = r.operation_id
      where r.row_id = $1::text and r.changed_at is not null order by r.changed_at, o.id $q$
    when 'referrals' then $q$ select jsonb_build_object('role', case when r.invited_id = $1 then 'invited' else 'inviting' end,
        'joined_at', r.joined_at, 'bonus', r.bonus, 'settled_at', r.settled_at,
        'received', case when r.invited_id = $1 then r.invited_received else r.referrer_received end)
      from private.referrals as r where $1 in (r.invited_id, r.referrer_id) order by r.joined_at, r.invited_id $q$
    when 'notices' then $q$ select to_jsonb(n) - 'user_id' from public.notifications as n where n.user_id = $1 order by n.created_at, n.id $q$
    when 'notice_choices' then $q$ select to_jsonb(n) - 'user_id' from public.notification_preferences as n where n.user_id = $1 order by n.kind $q$
    when 'emails' then $q$ select jsonb_build_object('kind', q.kind, 'queued_at', q.created_at, 'outcome', q.outcome,
        'finished_at', q.finished_at, 'to_another_address', q.elsewhere)
      from private.outbox as q where q.recipient_id = $1 order by q.created_at, q.id $q$
    when 'favourites' then $q$ select jsonb_build_object('benefit_id', f.benefit_id, 'benefit', b.name)
      from private.favourites as f left join public.benefits as b on b.id = f.benefit_id where f.user_id = $1 order by f.benefit_id $q$
    when 'awaited' then $q$ select jsonb_build_object('benefit_id', w.benefit_id, 'benefit', b.name)
      from private.waiting_members as w left join public.benefits as b on b.id = w.benefit_id where w.user_id = $1 order by w.benefit_id $q$
    when 'attempts' then $q$ select jsonb_build_object('kind', a.kind, 'at', a.at)
      from private.attempts as a where a.caller = $1::text order by a.id $q$
    when 'deletion' then $q$ select jsonb_build_object('requested_at', r.requested_at, 'deletes_at', p.deletes_at)
      from private.deletion_requests as r join public.profiles as p on p.id = r.user_id where r.user_id = $1 $q$
    when 'changes' then $q$ select jsonb_build_object('at', l.at, 'by_yourself', l.actor_id is not distinct from $1, 'before', l.before, 'after', l.after)
      from private.audit_log as l where l.table_name = 'profiles' and l.row_id = $1::text order by l.id $q$
    when 'activity' then $q$ select jsonb_build_object('at', l.at, 'table', l.table_name, 'action', l.action)
      from private.audit_log as l where l.actor_id = $1 order by l.id $q$
    when 'views' then $q$ select to_jsonb(v) - 'admin_id' from public.admin_views as v where v.admin_id = $1 order by v.id $q$
  end;
end
$function$;
comment on function private.my_data_query(p_part text) is 'The statement that reads a part of a person''s data, null for an unknown part. Nothing of other people: who did something for the platform is left out, and so are notes that admins write for each other (D49).';

-- function private.my_invitations

CREATE OR REPLACE FUNCTION private.my_invitations()
 RETURNS TABLE(quota integer, remaining integer, until timestamp with time zone, code text, bonus integer, received bigint, own_joined_at timestamp with time zone, own_bonus integer, own_received integer, invitations jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  quota := private.setting_number('invitations_per_member');
  code := private.own_link(auth.uid());
  remaining := private.invitations_left(auth.uid());
  until := (select y.ends_at from private.membership_year(auth.uid(), now()) as y);
  bonus := private.setting_number('referral_bonus');
  received := (
    select coalesce(sum(t.amount), 0) from public.token_transactions as t
    where t.account_id = auth.uid() and t.transaction_type = 'referral_bonus' and t.amount > 0);
  select r.joined_at, r.bonus, r.invited_received into own_joined_at, own_bonus, own_received
  from private.referrals as r where r.invited_id = auth.uid();
  invitations := (select coalesce(jsonb_agg(l order by l.at desc, l.id), '[]') from private.invitation_lines(auth.uid()) as l);
  return next;
end
$function$;
comment on function private.my_invitations() is 'The row behind public.my_invitations().';
grant execute on function private.my_invitations() to authenticated;

-- function private.next_order_number

CREATE OR REPLACE FUNCTION private.next_order_number()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_number text;
  v_locked boolean := false;
begin
  loop
    -- Skips numbers that other transactions hold, so that orders do not wait for each other.
    delete from private.free_order_numbers
    where ctid = (select n.ctid from private.free_order_numbers as n order by n.number limit 1 for update skip locked)
    returning number::text into v_number;
    exit when found;
    if v_locked then
      with counter as (update private.order_number_counter set last = last + 1000 returning last)
      insert into private.free_order_numbers (number)
      select n from counter, generate_series(counter.last - 999, counter.last) as n;
    else
      -- Then look again: the transaction that held this lock may have added numbers.
      perform from private.order_number_counter for update;
      v_locked := true;
    end if;
  end loop;
  -- lpad() would truncate numbers of more than six digits.
  return 'ORD-' || lpad(v_number, greatest(6, length(v_number)), '0');
end
$function$;
comment on function private.next_order_number() is 'The lowest unused order number, from ORD-000001. It becomes available again if the transaction fails (D8).';

-- function private.next_report

CREATE OR REPLACE FUNCTION private.next_report(p_delivery private.deliveries, p_account uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when p_delivery.withdrawn_at is not null or p_delivery.delivered_at < now() - interval '30 days'
      or exists (select from private.reports as r where r.delivery_id = p_delivery.id)
    then null
    when p_delivery.key_id is not null and p_delivery.read_at is not null
      and not exists (select from private.reports as r where r.order_id = p_delivery.order_id)
      and not exists (
        select from private.reports as r
        where r.account_id = p_account and r.outcome = 'replaced' and r.created_at > now() - interval '30 days')
    then 'replaced'
    else 'open'
  end;
end
$function$;
comment on function private.next_report(p_delivery private.deliveries, p_account uuid) is 'What a report of a delivery leads to: a replacement, if there is a key, or an open report; null when it cannot be reported (D34).';

-- function private.normalize_code

CREATE OR REPLACE FUNCTION private.normalize_code(p_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
BEGIN ATOMIC
 SELECT upper(("left"(private.trim_text(p_code), 65) COLLATE "und-x-icu")) AS upper;
END;
comment on function private.normalize_code(p_code text) is 'The canonical form of a code, stored or entered: trimmed and upper case (D10).';
grant execute on function private.normalize_code(p_code text) to authenticated, service_role;

-- function private.note_before

CREATE OR REPLACE FUNCTION private.note_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not exists (select from public.orders as o where o.id = new.order_id) then
    raise exception 'order_not_found' using errcode = 'PT404';
  end if;
  new.author_id := auth.uid();
  new.body := private.trim_text(new.body);
  new.operation_id := null;
  new.created_at := now();
  return new;
end
$function$;
comment on function private.note_before() is 'Trigger: the server sets author and time of a note.';

-- function private.note_count

CREATE OR REPLACE FUNCTION private.note_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.order_desk as d (order_id, notes) values (new.order_id, 1)
    on conflict (order_id) do update set notes = d.notes + 1;
  else
    update public.order_desk set notes = notes - 1 where order_id = old.order_id;
  end if;
  return null;
end
$function$;
comment on function private.note_count() is 'Trigger: counts the notes of an order; only the undo of an operation deletes some.';

-- function private.note_orders

CREATE OR REPLACE FUNCTION private.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  perform private.check_note(coalesce(p_note, case when p_dry_run is false then '' end));
  v_operation := private.open_operation('order_note', '{}', jsonb_strip_nulls(jsonb_build_object('note', p_note)), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_orders(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.note_orders().';
grant execute on function private.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.notification_group

CREATE OR REPLACE FUNCTION private.notification_group(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when p_kind in (
      'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered') then 'orders'
    when p_kind = 'tokens_adjusted' then 'tokens'
    when p_kind = 'benefit_available' then 'favourites'
    when p_kind in ('membership_ending', 'membership_extended') then 'membership'
    when p_kind = 'invitation_joined' then 'invitations'
    when p_kind in ('pool_low', 'stock_low') then 'stock'
    when p_kind = 'orders_overdue' then 'overdue'
    when p_kind in ('reports_open', 'report_opened') then 'reports'
    when p_kind in ('emails_given_up', 'email_given_up') then 'emails'
    when p_kind in ('large_grant', 'reconcile_found') then 'grants'
  end;
end
$function$;
comment on function private.notification_group(p_kind text) is 'The group of preferences that a kind of notification or email belongs to; null for a test email, which has none.';

-- function private.notification_read

CREATE OR REPLACE FUNCTION private.notification_read()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end
$function$;
comment on function private.notification_read() is 'Trigger: the server sets when a notification was read, once.';

-- function private.notifications_lock

CREATE OR REPLACE FUNCTION private.notifications_lock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only admins have notifications that are incremented.
  if private.is_admin() then
    perform private.lock_admin_notifications(true);
  end if;
  return null;
end
$function$;
comment on function private.notifications_lock() is 'Trigger: marking as read waits for a transaction that increments the same notification.';

-- function private.notify

CREATE OR REPLACE FUNCTION private.notify(p_kind text, p_person uuid, p_cause uuid, p_order uuid, p_benefit uuid, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_person is null or p_person = auth.uid() or not private.wants_notice(p_person, p_kind) then
    return;
  end if;
  insert into public.notifications (id, user_id, kind, order_id, benefit_id, data)
  values (
    private.event_id(p_kind, p_cause, p_person, now()), p_person, p_kind, p_order, p_benefit,
    jsonb_strip_nulls(p_data)
  )
  on conflict (id) do nothing;
end
$function$;
comment on function private.notify(p_kind text, p_person uuid, p_cause uuid, p_order uuid, p_benefit uuid, p_data jsonb) is 'Tells a member what this transaction did, once, unless the member did it (D40).';

-- function private.notify_admins

CREATE OR REPLACE FUNCTION private.notify_admins(p_kind text, p_count integer, p_order uuid, p_benefit uuid, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_admin_notifications(false);
  insert into public.notifications as n (id, user_id, kind, order_id, benefit_id, data, count, created_at)
  select gen_random_uuid(), a.id, p_kind, p_order, p_benefit, jsonb_strip_nulls(p_data), p_count, clock_timestamp()
  from (
    -- Locked, as one of them may be being deleted.
    select p.id from public.profiles as p
    where p.role = 'admin' and p.id is distinct from auth.uid() and private.wants_notice(p.id, p_kind)
    order by p.id for key share
  ) as a
  on conflict (user_id, kind) where read_at is null and kind in (
    'pool_low', 'stock_low', 'orders_overdue', 'reports_open', 'emails_given_up', 'large_grant', 'reconcile_found', 'waitlist')
  do update set
    -- What is still wrong is found again every night, and who waits is counted again.
    count = case when n.kind in ('reconcile_found', 'waitlist') then excluded.count else n.count + excluded.count end,
    order_id = excluded.order_id, benefit_id = excluded.benefit_id, data = excluded.data, created_at = excluded.created_at;
end
$function$;
comment on function private.notify_admins(p_kind text, p_count integer, p_order uuid, p_benefit uuid, p_data jsonb) is 'Tells all admins but the caller: the count of an unread one of the kind is raised, and it moves to the top (D40).';

-- function private.on_time_figures

CREATE OR REPLACE FUNCTION private.on_time_figures()
 RETURNS TABLE(due bigint, on_time bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select count(*) filter (where o.fulfilled_at is not null or o.due_at < now() and o.status <> 'cancelled'),
    count(*) filter (where o.fulfilled_at <= o.due_at)
  from public.orders as o where o.created_at > now() - interval '30 days';
end
$function$;
comment on function private.on_time_figures() is 'The figures behind public.on_time_figures().';
grant execute on function private.on_time_figures() to authenticated;

-- function private.open_invitation

CREATE OR REPLACE FUNCTION private.open_invitation(p_code text, p_token text)
 RETURNS TABLE(ok boolean, inviter text, email text, bound boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code public.invite_codes;
  v_invitation public.invitations;
begin
  ok := private.check_invite_code(p_code, private.caller_address());
  if ok then
    select * into v_code from public.invite_codes as c where c.code = private.normalize_code(p_code);
    select * into v_invitation from public.invitations as i where i.code_id = v_code.id;
    inviter := (
      select p.name from public.profiles as p where p.id = v_invitation.inviter_id and v_invitation.source <> 'waitlist');
    if p_token = private.invitation_token(v_invitation.code_id, v_invitation.email) then
      email := v_invitation.email;
      bound := v_code.email is not null;
      -- A reload is not another visit.
      update public.invitations as i set opens = i.opens + 1, opened_at = now()
      where i.code_id = v_code.id and i.email = v_invitation.email
        and coalesce(i.opened_at <= now() - interval '10 minutes', true);
    end if;
  end if;
  return next;
end
$function$;
comment on function private.open_invitation(p_code text, p_token text) is 'The row behind public.open_invitation().';
grant execute on function private.open_invitation(p_code text, p_token text) to anon, authenticated;

-- function private.open_operation

CREATE OR REPLACE FUNCTION private.open_operation(p_kind text, p_parameters jsonb, p_content jsonb, p_expected jsonb)
 RETURNS operations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
  v_id uuid := (p_expected ->> 'operation_id')::uuid;
begin
  if v_id is null then
    insert into public.operations (kind, actor_id, parameters) values (p_kind, auth.uid(), p_parameters) returning * into v_operation;
  else
    select * into v_operation from public.operations as o where o.id = v_id and o.kind = p_kind for update;
    if not found then
      raise exception 'operation_not_found' using errcode = 'PT404';
    elsif v_operation.actor_id <> auth.uid() then
      raise exception 'not_your_operation' using errcode = 'PT403';
    elsif v_operation.parameters <> p_parameters then
      raise exception 'numbers_differ' using errcode = 'PT409';
    elsif v_operation.state = 'planned' and v_operation.created_at < clock_timestamp() - interval '5 minutes' then
      raise exception 'dry_run_expired' using errcode = 'PT410';
    end if;
  end if;
  if p_content <> '{}' and v_operation.state = 'planned' then
    insert into private.operation_content as c (operation_id, content) values (v_operation.id, p_content)
    on conflict (operation_id) do update set content = excluded.content;
  end if;
  return v_operation;
end
$function$;
comment on function private.open_operation(p_kind text, p_parameters jsonb, p_content jsonb, p_expected jsonb) is 'The dry run that `p_expected` names, locked, or a new operation without rows (`total` is 0), which the caller adds. `p_content` is deleted when the operation is settled.';

-- function private.operation_call

CREATE OR REPLACE FUNCTION private.operation_call(p_operation operations, p_function text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return format('private.%I($1, $2, $3)', p_operation.kind || p_function);
end
$function$;
comment on function private.operation_call(p_operation operations, p_function text) is 'The call of a function of the operation''s kind.';

-- function private.operation_groups

CREATE OR REPLACE FUNCTION private.operation_groups(p_operation_id uuid, p_state text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(jsonb_agg(jsonb_strip_nulls(to_jsonb(g.*)) ORDER BY g.count DESC, g.reason, g.by), '[]'::jsonb) AS "coalesce"
    FROM ( SELECT r.reason,
             count(*) AS count,
             p.name AS by,
             min(r.reason_at) AS at
            FROM (private.operation_rows r
              LEFT JOIN profiles p ON ((p.id = r.reason_by)))
           WHERE ((r.operation_id = operation_groups.p_operation_id) AND (r.state = operation_groups.p_state))
           GROUP BY r.reason, p.id, p.name) g;
END;
comment on function private.operation_groups(p_operation_id uuid, p_state text) is 'The skipped or kept rows of an operation by reason: reason, count, by, at.';

-- function private.operation_rows_of

CREATE OR REPLACE FUNCTION private.operation_rows_of(p_operation_id uuid, p_state text, p_after integer, p_limit integer)
 RETURNS TABLE("position" integer, row_id text, label text, state text, reason text, reason_by text, reason_at timestamp with time zone, tokens integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
  v_positions integer[];
begin
  perform private.require_admin_to_read();
  select * into v_operation from public.operations as o where o.id = p_operation_id;
  v_positions := array(
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation_id and r.position > coalesce(p_after, 0) and (p_state is null or r.state = p_state)
    order by r.position limit private.page_size(p_limit));
  if v_positions = '{}' then
    return;
  end if;
  return query execute format($sql$
    select r.position, r.row_id, l.label, r.state, r.reason, p.name, r.reason_at, r.tokens
    from private.operation_rows as r
    left join private.%I($1, $2) as l on l.position = r.position
    left join public.profiles as p on p.id = r.reason_by
    where r.operation_id = ($1).id and r.position = any ($2) order by r.position
  $sql$, v_operation.kind || '_labels') using v_operation, v_positions;
end
$function$;
comment on function private.operation_rows_of(p_operation_id uuid, p_state text, p_after integer, p_limit integer) is 'The rows behind public.operation_rows().';
grant execute on function private.operation_rows_of(p_operation_id uuid, p_state text, p_after integer, p_limit integer) to authenticated;

-- function private.order_after

CREATE OR REPLACE FUNCTION private.order_after()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_target integer := case when new.status = 'cancelled' then 0 else -coalesce(new.benefit_token_value, 0) end;
  v_move integer;
  v_balance integer;
begin
  -- A deleted person has no balance (D12).
  if new.user_id is null then
    return null;
  end if;
  v_move := v_target;
  if tg_op = 'UPDATE' then
    select v_target - coalesce(sum(t.amount), 0) into v_move
    from public.token_transactions as t where t.order_id = new.id and t.transaction_type in ('redemption', 'refund');
  end if;
  if v_move <> 0 then
    v_balance := private.post_tokens(
      p_account => new.user_id,
      p_type => case when v_move < 0 then 'redemption' else 'refund' end,
      p_amount => v_move,
      p_description => case when v_move < 0 then 'Redeemed: ' else 'Refund: ' end || new.benefit_name,
      p_order => new.id,
      -- Imported history keeps its dates; the ledger sets the time of anything that happens now.
      p_at => nullif(case tg_op when 'INSERT' then new.created_at else new.updated_at end, now())
    );
  end if;
  return null;
end
$function$;
comment on function private.order_after() is 'Trigger: an order''s redemptions and refunds sum to 0 if it is cancelled and to minus its price otherwise: debit, refund and second debit in one rule (D6).';

-- function private.order_categories

CREATE OR REPLACE FUNCTION private.order_categories(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  -- One at a time, and not while one is deleted: two would lock the rows in different orders.
  perform private.wait_for_deletions();
  perform pg_advisory_xact_lock(hashtextextended('private.order_categories', 0));
  with given as (
    select g.id, min(g.position)::integer as position from unnest(p_ids) with ordinality as g (id, position) group by g.id
  ),
  before as (
    select c.id, c.position as old_position, row_number() over (order by g.position, c.position, c.id)::integer as position
    from public.categories as c left join given as g using (id)
  ),
  moved as (
    update public.categories as c set position = b.position
    from before as b where b.id = c.id and b.position <> b.old_position
    returning c.id, b.old_position, c.position
  )
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select auth.uid(), 'categories', m.id::text, 'update', jsonb_build_object('position', m.old_position),
    jsonb_build_object('position', m.position)
  from moved as m order by m.position;
end
$function$;
comment on function private.order_categories(p_ids uuid[]) is 'The change behind public.order_categories().';
grant execute on function private.order_categories(p_ids uuid[]) to authenticated;

-- function private.order_close

CREATE OR REPLACE FUNCTION private.order_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status in ('completed', 'delivered') then
    new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
  end if;
  -- By an admin: not by the member, nor by time.
  if old.status in ('pending', 'processing') and new.late_credit is null and new.credit_rate > 0
    -- It decides when it settles.
    and private.current_operation() is null
  then
    new.late_credit := case
      when auth.uid() is null or (new.status = 'cancelled' and auth.uid() = new.user_id) then 0
      else private.delay_worth(new, now()) end;
  end if;
  return new;
end
$function$;
comment on function private.order_close() is 'Trigger: the first admin who completes, delivers or cancels a waiting order decides what its delay is worth, once and for all; a member who cancels, that it is worth nothing (D36).';

-- function private.order_condition

CREATE OR REPLACE FUNCTION private.order_condition(p_key text, p_value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := p_value #>> '{}';
  v_waiting text := 'r.status in (''pending'', ''processing'')';
  v_condition text;
begin
  if p_key = 'noted' and p_value = 'true' then
    return 'r.id in (select d.order_id from public.order_desk as d where d.notes > 0)';
  elsif jsonb_typeof(p_value) = 'string' then
    v_condition := case p_key
      when 'search' then coalesce('(' || private.order_match(private.like_pattern(nullif(v_text, ''))) || ')', 'true')
      when 'from' then format('r.created_at >= %L::timestamptz', v_text::timestamptz)
      when 'to' then format('r.created_at < %L::timestamptz', v_text::timestamptz)
      when 'benefit' then format('r.benefit_id = %L::uuid', v_text::uuid)
      when 'status' then case
        when v_text = 'waiting' then v_waiting
        when v_text = 'overdue' then 'r.status = ''pending'' and r.due_at < now()'
        when v_text in ('pending', 'processing', 'completed', 'delivered', 'cancelled') then format('r.status = %L', v_text) end
      when 'due' then case v_text
        when 'late' then v_waiting || ' and r.due_at < now()'
        when 'soon' then v_waiting || ' and r.due_at >= now() and r.due_at < now() + interval ''6 hours''' end
      when 'assigned' then case v_text
        when 'nobody' then
          'not exists (select from public.order_desk as d where d.order_id = r.id and d.assignee_id is not null)'
        else format('r.id in (select d.order_id from public.order_desk as d where d.assignee_id = %L::uuid)',
          case v_text when 'me' then auth.uid() else v_text::uuid end) end
      end;
  end if;
  if v_condition is null then
    raise exception 'unknown_filter' using errcode = 'PT400', detail = p_key;
  end if;
  return v_condition;
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = p_key;
end
$function$;
comment on function private.order_condition(p_key text, p_value jsonb) is 'The condition of the orders `r` that one filter selects; raises unknown_filter.';

-- function private.order_counts

CREATE OR REPLACE FUNCTION private.order_counts()
 RETURNS TABLE(status text, count bigint, overdue bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select s.status, coalesce(c.count, 0), case s.status when 'pending' then (
    select count(*) from public.orders as late where late.status = 'pending' and late.due_at < now()) else 0 end
  from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) with ordinality as s (status, position)
  left join (select o.status, count(*) as count from public.orders as o group by o.status) as c using (status)
  order by s.position;
end
$function$;
comment on function private.order_counts() is 'The counts behind public.order_counts(); raises not_admin for everybody else.';
grant execute on function private.order_counts() to authenticated;

-- function private.order_credit

CREATE OR REPLACE FUNCTION private.order_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.post_credit(new, now());
  return null;
end
$function$;
comment on function private.order_credit() is 'Trigger: credits the delay of an order when it is closed (D36).';

-- function private.order_delivery

CREATE OR REPLACE FUNCTION private.order_delivery(p_order_id uuid)
 RETURNS TABLE(method text, kind text, content text, message text, instructions text, delivered_at timestamp with time zone, path text, name text, size bigint, type text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  -- One at a time with reports and cancellations, which change what there is to read.
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.user_id = auth.uid() and o.status <> 'cancelled' for no key update;
  if not found then
    return;
  end if;
  return query
  update private.deliveries as d set read_at = coalesce(d.read_at, clock_timestamp())
  where d.order_id = p_order_id and d.withdrawn_at is null
  returning d.method, d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content),
    d.message, d.instructions, d.delivered_at, d.file_path, d.file_name, d.file_size, d.file_type;
  if not found then
    return query
    select d.method, null, null, null, d.instructions, d.delivered_at, null, null, null::bigint, null
    from private.current_delivery(v_order) as d where d.order_id is not null;
  end if;
end
$function$;
comment on function private.order_delivery(p_order_id uuid) is 'The delivery behind public.order_delivery().';
grant execute on function private.order_delivery(p_order_id uuid) to authenticated;

-- function private.order_email_data

CREATE OR REPLACE FUNCTION private.order_email_data(p_kind text, p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_true boolean;
begin
  select * into v_order from public.orders as o where o.id = p_order;
  v_true := case p_kind
    when 'order_placed' then v_order.status in ('pending', 'processing')
    when 'order_status' then v_order.status in ('processing', 'completed')
    -- What an order has received stays, also while an admin works on it again.
    when 'order_delivered' then v_order.status in ('delivered', 'completed') or v_order.status <> 'cancelled' and exists (
      select from private.deliveries as d
      where d.order_id = p_order and d.withdrawn_at is null and (d.kind is not null or d.message is not null)
    )
    -- A refund is announced by the answer to the report.
    else v_order.status = 'cancelled' and not exists (
      select from private.reports as r
      where r.order_id = p_order and r.answer = 'refunded' and r.answered_at >= v_order.updated_at
    )
  end;
  if not v_true then
    return null;
  end if;
  return jsonb_build_object(
    'order_id', v_order.id, 'order_number', v_order.order_number, 'benefit', v_order.benefit_name,
    'tokens', v_order.benefit_token_value, 'redemption_email', v_order.redemption_email,
    'completed', v_order.status = 'completed'
  ) || coalesce((
    select jsonb_build_object(
      d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content, d.file_name))
    from private.deliveries as d
    where p_kind = 'order_delivered' and d.order_id = p_order and d.withdrawn_at is null and d.kind is not null
  ), '{}') || coalesce((
    select jsonb_build_object('message', d.message, 'instructions', case when d.id is null then private.instructions_of(v_order) else d.instructions end)
    from (select) as one
    left join private.deliveries as d on d.order_id = p_order and d.withdrawn_at is null
    where p_kind = 'order_delivered'
  ), '{}');
end
$function$;
comment on function private.order_email_data(p_kind text, p_order uuid) is 'What an email about an order shows, with what was delivered under its kind (`key`, `link`, `text`, `file`: its name); null if the email is no longer true, as ''delivered'' of an order that was cancelled since.';

-- function private.order_events

CREATE OR REPLACE FUNCTION private.order_events(p_order_id uuid)
 RETURNS TABLE(at timestamp with time zone, event text, actor text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH mine AS (
          SELECT o.id,
             o.order_number,
             o.user_id,
             o.account_id,
             o.benefit_id,
             o.redemption_email,
             o.status,
             o.benefit_name,
             o.benefit_token_value,
             o.benefit_image_url,
             o.benefit_description,
             o.customer_name,
             o.customer_email,
             o.delivery_method,
             o.due_at,
             o.credit_rate,
             o.credit_cap,
             o.late_credit,
             o.fulfilled_at,
             o.from_stock,
             o.unit,
             o.created_at,
             o.updated_at,
             o.search_text
            FROM orders o
           WHERE ((o.id = order_events.p_order_id) AND (o.user_id = auth.uid()))
         ), events AS (
          SELECT 1 AS rank,
             o.created_at AS at,
             'placed'::text AS event,
             'you'::text AS actor,
             NULL::jsonb AS detail
            FROM mine o
         UNION ALL
          SELECT 2,
             t.created_at,
                 CASE
                     WHEN (t.transaction_type = 'adjustment'::text) THEN 'credited'::text
                     WHEN (t.amount < 0) THEN 'paid'::text
                     ELSE 'refunded'::text
                 END AS "case",
                 CASE
                     WHEN (t.amount < 0) THEN 'you'::text
                     ELSE 'system'::text
                 END AS "case",
             jsonb_build_object('tokens', abs(t.amount), 'before', (t.balance_after - t.amount), 'after', t.balance_after) AS jsonb_build_object
            FROM (mine o
              JOIN token_transactions t ON ((t.order_id = o.id)))
         UNION ALL
          SELECT 3,
             l.at,
             'status'::text,
                 CASE
                     WHEN (l.actor_id IS NULL) THEN 'system'::text
                     WHEN (l.actor_id = o.user_id) THEN 'you'::text
                     ELSE COALESCE(p.name, 'admin'::text)
                 END AS "coalesce",
             jsonb_build_object('from', l.from_status, 'to', l.to_status) AS jsonb_build_object
            FROM ((mine o
              JOIN private.status_changes l ON ((l.order_id = (o.id)::text)))
              LEFT JOIN profiles p ON ((p.id = l.actor_id)))
           WHERE (l.actor_id IS NOT NULL)
         UNION ALL
          SELECT 4,
             d.delivered_at,
             'delivered'::text,
                 CASE
                     WHEN (d.delivered_by IS NULL) THEN 'system'::text
                     ELSE COALESCE(p.name, 'admin'::text)
                 END AS "coalesce",
             jsonb_build_object('kind', d.kind, 'method', d.method, 'item', row_number() OVER (ORDER BY d.id), 'withdrawn', (d.withdrawn_at IS NOT NULL)) AS jsonb_build_object
            FROM ((mine o
              JOIN private.deliveries d ON ((d.order_id = o.id)))
              LEFT JOIN profiles p ON ((p.id = d.delivered_by)))
           WHERE ((d.kind IS NOT NULL) OR ((d.message IS NOT NULL) AND (o.status <> 'cancelled'::text)))
         UNION ALL
          SELECT 5,
             d.read_at,
             'read'::text,
             'you'::text,
             jsonb_build_object('kind', d.kind) AS jsonb_build_object
            FROM (mine o
              JOIN private.deliveries d ON ((d.order_id = o.id)))
           WHERE ((d.read_at IS NOT NULL) AND (d.kind IS NOT NULL))
         UNION ALL
          SELECT 6,
             r.created_at,
             'reported'::text,
             'you'::text,
             jsonb_build_object('reason', r.reason, 'outcome', r.outcome) AS jsonb_build_object
            FROM (mine o
              JOIN private.reports r ON ((r.order_id = o.id)))
         UNION ALL
          SELECT 7,
             r.answered_at,
             'answered'::text,
             COALESCE(p.name, 'admin'::text) AS "coalesce",
             jsonb_strip_nulls(jsonb_build_object('answer', r.answer, 'text',
                 CASE
                     WHEN (r.answer = 'refunded'::text) THEN r.answer_text
                     ELSE NULL::text
                 END)) AS jsonb_strip_nulls
            FROM ((mine o
              JOIN private.reports r ON ((r.order_id = o.id)))
              LEFT JOIN profiles p ON ((p.id = r.answered_by)))
           WHERE (r.answer IS NOT NULL)
         )
  SELECT e.at,
     e.event,
     e.actor,
     e.detail
    FROM events e
   ORDER BY e.at, e.rank
  LIMIT 200;
END;
comment on function private.order_events(p_order_id uuid) is 'The events behind public.order_events().';
grant execute on function private.order_events(p_order_id uuid) to authenticated;

-- function private.order_fill

CREATE OR REPLACE FUNCTION private.order_fill()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.account_id := coalesce(new.account_id, new.user_id);
    new.due_at := coalesce(new.due_at, new.created_at + interval '48 hours');
    new.unit := private.order_unit(new.unit, new.status);
    if new.status in ('completed', 'delivered') then
      new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
    end if;
  elsif new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$function$;
comment on function private.order_fill() is 'Trigger: defaults of inserts and status changes by the owner of the database.';

-- function private.order_filter

CREATE OR REPLACE FUNCTION private.order_filter(p_filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return (select concat_ws(' and ', 'true', string_agg(private.order_condition(f.key, f.value), ' and '))
    from jsonb_each(p_filter) as f);
end
$function$;
comment on function private.order_filter(p_filter jsonb) is 'The condition of the orders `r` that a list shows, counts, exports or changes. Filters, each optional: search; status, also waiting (pending or processing) and overdue; from and to (exclusive); due: late or soon (within six hours); assigned: me, nobody or an id; benefit; noted: true. Raises unknown_filter for anything else.';

-- function private.order_flow

CREATE OR REPLACE FUNCTION private.order_flow(p_days integer, p_zone text)
 RETURNS TABLE(day date, pending bigint, processing bigint, completed bigint, delivered bigint, cancelled bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone text := private.valid_time_zone(p_zone);
  v_last timestamp := date_trunc('day', now() at time zone v_zone);
  v_first timestamp := v_last - (least(greatest(p_days, 1), 366) - 1) * interval '1 day';
begin
  perform private.require_admin_to_read();
  return query
  with placed as (
    select date_trunc('day', o.created_at at time zone v_zone) as day, o.status, count(*) as n
    from public.orders as o where o.created_at >= v_first at time zone v_zone
    group by 1, 2
  )
  select s::date,
    coalesce(sum(p.n) filter (where p.status = 'pending'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'processing'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'completed'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'delivered'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'cancelled'), 0)::bigint
  from generate_series(v_first, v_last, interval '1 day') as s
  left join placed as p on p.day = s
  group by s order by s;
end
$function$;
comment on function private.order_flow(p_days integer, p_zone text) is 'The figures behind public.order_flow(); raises not_admin for everybody else.';
grant execute on function private.order_flow(p_days integer, p_zone text) to authenticated;

-- function private.order_history

CREATE OR REPLACE FUNCTION private.order_history(p_order_id uuid)
 RETURNS TABLE(at timestamp with time zone, actor_id uuid, actor_name text, from_status text, to_status text, operation_id uuid, is_undo boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select h.at, h.actor_id, p.name, h.from_status, h.to_status, h.operation_id, h.is_undo
  from (
    select c.at, c.actor_id, c.from_status, c.to_status, c.operation_id, c.is_undo
    from private.status_changes as c where c.order_id = p_order_id::text
    union all
    -- The log has what people did; an instant order was delivered by the system when it was placed (D30).
    select o.created_at, null, 'pending', 'delivered', null, false
    from public.orders as o where o.id = p_order_id and o.delivery_method <> 'manual'
  ) as h
  left join public.profiles as p on p.id = h.actor_id
  order by h.at, h.is_undo;
end
$function$;
comment on function private.order_history(p_order_id uuid) is 'The history behind public.order_history(); raises not_admin for everybody else.';
grant execute on function private.order_history(p_order_id uuid) to authenticated;

-- function private.order_insert

CREATE OR REPLACE FUNCTION private.order_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_benefit public.benefits;
  v_offered boolean;
  -- Of this statement.
  v_orders integer;
  v_others integer;
begin
  if new.user_id is distinct from auth.uid() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  new.account_id := new.user_id;
  select count(*), count(*) filter (where o.benefit_id is distinct from new.benefit_id) into v_orders, v_others
  from public.orders as o where o.user_id = new.user_id and o.created_at = now();
  -- The person may be deleted, or the benefit repriced, by a concurrent transaction.
  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id for key share;
  -- A stock is locked as late as possible, by order_take_stock(), because its orders wait for each other.
  select * into v_benefit from public.benefits where id = new.benefit_id and stock is null for share;
  new.from_stock := not found;
  if new.from_stock then
    select * into v_benefit from public.benefits where id = new.benefit_id;
    new.from_stock := found;
  end if;
  if v_benefit.per_member_limit is not null and v_others = 0 then
    perform pg_advisory_xact_lock(hashtextextended('private.order_limit:' || new.user_id || v_benefit.id, 0));
  end if;
  -- A replay must end in the conflict on `id`, whatever today's price or balance is.
  if exists (select from public.orders where id = new.id) then
    return new;
  end if;

  -- A long statement would hold numbers and locks that others wait for.
  -- And two that lock the same stocks or limits in different orders would wait for each other.
  if v_orders >= 100 or (v_others > 0 and (new.from_stock or v_benefit.per_member_limit is not null)) then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;
  if new.customer_email is null then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  new.redemption_email := private.trim_text(new.redemption_email);
  if not coalesce(char_length(new.redemption_email) <= 254 and private.is_email(new.redemption_email), false) then
    raise exception 'invalid_redemption_email' using errcode = 'PT422';
  end if;
  v_offered := private.check_offer(v_benefit, new.benefit_token_value);
  if v_benefit.per_member_limit is not null then
    perform private.check_limit(v_benefit, new.user_id);
  end if;

  -- An instant order is inserted as it will be committed: a second version of the row would cost as much as the first (D30).
  new.status := case v_benefit.delivery_method when 'manual' then 'pending' else 'delivered' end;
  new.unit := private.order_unit('held', new.status);
  new.delivery_method := v_benefit.delivery_method;
  if new.delivery_method = 'manual' then
    select coalesce(max(s.value::integer) filter (where s.key = 'sla_credit_rate'), 0),
      coalesce(max(s.value::integer) filter (where s.key = 'sla_credit_cap'), 0)
    into new.credit_rate, new.credit_cap
    from public.app_settings as s where s.key in ('sla_credit_rate', 'sla_credit_cap');
  else
    new.fulfilled_at := now();
  end if;
  new.benefit_name := v_benefit.name;
  new.benefit_token_value := v_benefit.token_value;
  new.benefit_image_url := v_benefit.image_url;
  new.benefit_description := v_benefit.description;
  new.order_number := private.next_order_number();
  new.created_at := now();
  new.updated_at := now();
  new.due_at := now() + interval '48 hours';
  return new;
end
$function$;
comment on function private.order_insert() is 'Trigger: fills a client''s new order; the client sends only id, buyer, benefit and delivery email (D1, D3, D8, D25, D38).';

-- function private.order_labels

CREATE OR REPLACE FUNCTION private.order_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(o.order_number, 'Legacy Order'::text) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN orders o ON ((o.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (order_labels.p_operation).id) AND (r."position" = ANY (order_labels.p_positions)));
END;
comment on function private.order_labels(p_operation operations, p_positions integer[]) is 'The numbers of the orders.';

-- function private.order_match

CREATE OR REPLACE FUNCTION private.order_match(p_pattern text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_people uuid[];
  v_benefits uuid[];
begin
  if p_pattern is null then
    return null;
  end if;
  v_people := array(select p.user_id from private.renamed_people as p where p.search_text like p_pattern);
  v_benefits := array(select b.id from public.benefits as b where lower(b.name) like p_pattern);
  return concat_ws(' or ', format('r.search_text like %L', p_pattern),
    case when v_people <> '{}' then format('r.user_id = any (%L::uuid[])', v_people) end,
    case when v_benefits <> '{}' then
      format('(r.benefit_name is null and r.benefit_id = any (%L::uuid[]))', v_benefits) end);
end
$function$;
comment on function private.order_match(p_pattern text) is 'The condition of an order `r` whose text contains a pattern, or whose customer''s name of today does, or, for an order without a benefit name, whose benefit''s; null without a pattern.';

-- function private.order_move_unit

CREATE OR REPLACE FUNCTION private.order_move_unit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The undo of an operation restores the unit itself.
  if new.unit = old.unit then
    new.unit := private.order_unit(old.unit, new.status);
  end if;
  if new.from_stock and new.benefit_id is not null and new.unit <> old.unit then
    if new.unit = 'returned' then
      update public.benefits set stock = least(stock + 1, 1000000) where id = new.benefit_id and stock is not null;
    elsif old.unit = 'returned' then
      perform private.take_stock(new.benefit_id);
    end if;
  end if;
  return new;
end
$function$;
comment on function private.order_move_unit() is 'Trigger: a cancellation before the delivery returns the unit to stock and limit; leaving cancelled takes it again, or raises sold_out (D38).';

-- function private.order_note_apply

CREATE OR REPLACE FUNCTION private.order_note_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.write_notes(p_operation, p_positions);
  return query select p.position, null::jsonb, null::jsonb from unnest(p_positions) as p (position);
end
$function$;
comment on function private.order_note_apply(p_operation operations, p_positions integer[]) is 'Writes the note on orders.';

-- function private.order_note_labels

CREATE OR REPLACE FUNCTION private.order_note_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l."position",
     l.label
    FROM private.order_labels(order_note_labels.p_operation, order_note_labels.p_positions) l("position", label);
END;
comment on function private.order_note_labels(p_operation operations, p_positions integer[]) is 'The numbers of the orders.';

-- function private.order_note_lock

CREATE OR REPLACE FUNCTION private.order_note_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.order_desk as d
  where d.order_id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by d.order_id for no key update;
end
$function$;
comment on function private.order_note_lock(p_operation operations, p_from integer, p_to integer) is 'Locks where the notes of the orders are counted.';

-- function private.order_note_plan

CREATE OR REPLACE FUNCTION private.order_note_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
         CASE
             WHEN (o.id IS NULL) THEN 'not_found'::text
             ELSE NULL::text
         END AS "case",
     NULL::uuid AS uuid,
     NULL::timestamp with time zone AS timestamptz,
     NULL::text AS text,
     0,
     false
    FROM (private.operation_rows r
      LEFT JOIN orders o ON ((o.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (order_note_plan.p_operation).id) AND ((r."position" >= order_note_plan.p_from) AND (r."position" <= order_note_plan.p_to)));
END;
comment on function private.order_note_plan(p_operation operations, p_from integer, p_to integer) is 'Every order can have a note.';

-- function private.order_note_settle

CREATE OR REPLACE FUNCTION private.order_note_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
END;
comment on function private.order_note_settle(p_operation operations, p_from integer, p_to integer) is 'Notifies nobody.';

-- function private.order_note_undo

CREATE OR REPLACE FUNCTION private.order_note_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with erased as (
    delete from public.order_notes as n using private.operation_rows as r
    where n.operation_id = p_operation.id and r.operation_id = p_operation.id and r.position between p_from and p_to
      and r.state = 'changed' and n.order_id = r.row_id::uuid
  )
  select r.position, null::text from private.operation_rows as r
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed';
end
$function$;
comment on function private.order_note_undo(p_operation operations, p_from integer, p_to integer) is 'Deletes the note, which nobody can have changed.';

-- function private.order_notification

CREATE OR REPLACE FUNCTION private.order_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An operation notifies when its undo has closed (D46).
  if private.current_operation() is null then
    perform private.tell_status(new);
  end if;
  return null;
end
$function$;
comment on function private.order_notification() is 'Trigger: tells the member the new status of an order.';

-- function private.order_placed_email

CREATE OR REPLACE FUNCTION private.order_placed_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_queued boolean;
begin
  if new.status = 'pending' and new.created_at >= now() and new.user_id is not null then
    v_queued := private.queue_email('order_placed', new.id, new.user_id, now());
  end if;
  return null;
end
$function$;
comment on function private.order_placed_email() is 'Trigger: queues the email about a new order that waits. Imported history, with times of its own, sends none.';

-- function private.order_status_apply

CREATE OR REPLACE FUNCTION private.order_status_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.write_notes(p_operation, p_positions);
  return query
  with target as (
    select r.position, o.id, o.status, o.unit, o.fulfilled_at
    from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.orders as o
    set status = p_operation.parameters ->> 'status', updated_at = greatest(now(), o.updated_at + interval '1 microsecond')
    from target as t where o.id = t.id
    returning o.id, o.status, o.updated_at
  )
  select t.position, jsonb_build_object('status', t.status, 'unit', t.unit, 'fulfilled_at', t.fulfilled_at),
    jsonb_build_object('status', c.status, 'updated_at', c.updated_at)
  from target as t join changed as c using (id);
end
$function$;
comment on function private.order_status_apply(p_operation operations, p_positions integer[]) is 'Sets the status of orders; their triggers move tokens and stock (D6, D38).';

-- function private.order_status_email

CREATE OR REPLACE FUNCTION private.order_status_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_operation() is null and new.user_id is not null then
    perform private.queue_email(
      case when new.status in ('delivered', 'cancelled') then 'order_' || new.status else 'order_status' end,
      new.id, new.user_id, now(), case when new.status = 'delivered' then new.redemption_email end
    );
  end if;
  return null;
end
$function$;
comment on function private.order_status_email() is 'Trigger: queues the email about the new status of an order.';

-- function private.order_status_labels

CREATE OR REPLACE FUNCTION private.order_status_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l."position",
     l.label
    FROM private.order_labels(order_status_labels.p_operation, order_status_labels.p_positions) l("position", label);
END;
comment on function private.order_status_labels(p_operation operations, p_positions integer[]) is 'The numbers of the orders.';

-- function private.order_status_lock

CREATE OR REPLACE FUNCTION private.order_status_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')
    order by o.id for no key update of o);
  -- What moves only with a cancellation or its end.
  perform from public.benefits as b
  where b.stock is not null and b.id = any (array(
    select o.benefit_id from public.orders as o
    where o.id = any (v_orders) and o.from_stock and 'cancelled' in (o.status, p_operation.parameters ->> 'status')))
  order by b.id for no key update;
  perform from public.profiles as p
  where p.id = any (array(
    select o.user_id from public.orders as o
    where o.id = any (v_orders) and 'cancelled' in (o.status, p_operation.parameters ->> 'status')))
  order by p.id for no key update;
  perform from public.order_desk as d where d.order_id = any (v_orders) order by d.order_id for no key update;
end
$function$;
comment on function private.order_status_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the orders, then the stocks and the balances that change with them.';

-- function private.order_status_plan

CREATE OR REPLACE FUNCTION private.order_status_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH given AS (
          SELECT ((order_status_plan.p_operation).parameters ->> 'status'::text) AS status
         ), orders AS (
          SELECT r."position",
             o.id,
             o.order_number,
             o.user_id,
             o.account_id,
             o.benefit_id,
             o.redemption_email,
             o.status,
             o.benefit_name,
             o.benefit_token_value,
             o.benefit_image_url,
             o.benefit_description,
             o.customer_name,
             o.customer_email,
             o.delivery_method,
             o.due_at,
             o.credit_rate,
             o.credit_cap,
             o.late_credit,
             o.fulfilled_at,
             o.from_stock,
             o.unit,
             o.created_at,
             o.updated_at,
             o.search_text,
             g.status AS wanted,
             ((o.status = 'cancelled'::text) AND (g.status <> 'cancelled'::text)) AS reopened
            FROM ((private.operation_rows r
              CROSS JOIN given g)
              LEFT JOIN public.orders o ON ((o.id = (r.row_id)::uuid)))
           WHERE ((r.operation_id = (order_status_plan.p_operation).id) AND ((r."position" >= order_status_plan.p_from) AND (r."position" <= order_status_plan.p_to)))
         ), judged AS (
          SELECT o."position",
             o.id,
             o.order_number,
             o.user_id,
             o.account_id,
             o.benefit_id,
             o.redemption_email,
             o.status,
             o.benefit_name,
             o.benefit_token_value,
             o.benefit_image_url,
             o.benefit_description,
             o.customer_name,
             o.customer_email,
             o.delivery_method,
             o.due_at,
             o.credit_rate,
             o.credit_cap,
             o.late_credit,
             o.fulfilled_at,
             o.from_stock,
             o.unit,
             o.created_at,
             o.updated_at,
             o.search_text,
             o.wanted,
             o.reopened,
             last.actor_id,
             last.at,
                 CASE
                     WHEN (o.id IS NULL) THEN 'not_found'::text
                     WHEN (o.status = o.wanted) THEN 'same_status'::text
                     WHEN (o.reopened AND (last.actor_id = o.user_id)) THEN 'cancelled_by_member'::text
                     WHEN ((o.user_id IS NULL) AND (o.wanted = ANY (ARRAY['completed'::text, 'delivered'::text]))) THEN 'deleted_user'::text
                     ELSE NULL::text
                 END AS reason
            FROM (orders o
              LEFT JOIN LATERAL ( SELECT c_1.actor_id,
                     c_1.at
                    FROM private.status_changes c_1
                   WHERE ((c_1.order_id = (o.id)::text) AND ((o.status = o.wanted) OR o.reopened))
                   ORDER BY c_1.at DESC
                  LIMIT 1) last ON (true))
         ), stocked AS (
          SELECT j."position",
             j.id,
             j.order_number,
             j.user_id,
             j.account_id,
             j.benefit_id,
             j.redemption_email,
             j.status,
             j.benefit_name,
             j.benefit_token_value,
             j.benefit_image_url,
             j.benefit_description,
             j.customer_name,
             j.customer_email,
             j.delivery_method,
             j.due_at,
             j.credit_rate,
             j.credit_cap,
             j.late_credit,
             j.fulfilled_at,
             j.from_stock,
             j.unit,
             j.created_at,
             j.updated_at,
             j.search_text,
             j.wanted,
             j.reopened,
             j.actor_id,
             j.at,
             j.reason,
             COALESCE(j.reason,
                 CASE
                     WHEN (j.reopened AND j.from_stock AND (j.unit = 'returned'::text) AND (b.stock < count(*) FILTER (WHERE ((j.reason IS NULL) AND j.reopened AND j.from_stock AND (j.unit = 'returned'::text))) OVER (PARTITION BY j.benefit_id ORDER BY j."position"))) THEN 'sold_out'::text
                     ELSE NULL::text
                 END) AS reason_2
            FROM (judged j
              LEFT JOIN benefits b ON (((b.id = j.benefit_id) AND j.reopened)))
         ), paid AS (
          SELECT s."position",
             s.id,
             s.order_number,
             s.user_id,
             s.account_id,
             s.benefit_id,
             s.redemption_email,
             s.status,
             s.benefit_name,
             s.benefit_token_value,
             s.benefit_image_url,
             s.benefit_description,
             s.customer_name,
             s.customer_email,
             s.delivery_method,
             s.due_at,
             s.credit_rate,
             s.credit_cap,
             s.late_credit,
             s.fulfilled_at,
             s.from_stock,
             s.unit,
             s.created_at,
             s.updated_at,
             s.search_text,
             s.wanted,
             s.reopened,
             s.actor_id,
             s.at,
             s.reason,
             s.reason_2,
             COALESCE(s.reason_2,
                 CASE
                     WHEN (s.reopened AND (s.user_id IS NOT NULL) AND (p_1.current_tokens < sum(s.benefit_token_value) FILTER (WHERE ((s.reason_2 IS NULL) AND s.reopened)) OVER (PARTITION BY s.user_id ORDER BY s."position"))) THEN 'insufficient_tokens'::text
                     ELSE NULL::text
                 END) AS reason_3
            FROM (stocked s
              LEFT JOIN profiles p_1 ON (((p_1.id = s.user_id) AND s.reopened)))
         ), credited AS (
          SELECT c_1.order_id,
             c_1.tokens
            FROM private.credit_due(ARRAY( SELECT p_1.id
                    FROM paid p_1
                   WHERE ((p_1.reason_3 IS NULL) AND (p_1.status = ANY (ARRAY['pending'::text, 'processing'::text])) AND (p_1.wanted = ANY (ARRAY['completed'::text, 'delivered'::text, 'cancelled'::text])) AND (NOT ((p_1.wanted = 'cancelled'::text) AND (p_1.user_id = (order_status_plan.p_operation).actor_id))))), (order_status_plan.p_operation).created_at) c_1(order_id, tokens)
         )
  SELECT p."position",
     p.reason_3,
         CASE
             WHEN (p.reason_3 = 'same_status'::text) THEN p.actor_id
             ELSE NULL::uuid
         END AS "case",
         CASE
             WHEN (p.reason_3 = 'same_status'::text) THEN p.at
             ELSE NULL::timestamp with time zone
         END AS "case",
     (p.updated_at)::text AS updated_at,
     (
         CASE
             WHEN (p.reason_3 IS NULL) THEN private.status_tokens(p.user_id, p.benefit_token_value, p.status, p.wanted)
             ELSE 0
         END + COALESCE(c.tokens, 0)),
     ((p.reason_3 IS NULL) AND (p.user_id IS NOT NULL) AND (p.wanted <> 'pending'::text) AND ((p.wanted = 'delivered'::text) OR COALESCE(n.by_email, true)))
    FROM ((paid p
      LEFT JOIN credited c ON ((c.order_id = p.id)))
      LEFT JOIN notification_preferences n ON (((n.user_id = p.user_id) AND (n.kind = 'orders'::text))));
END;
comment on function private.order_status_plan(p_operation operations, p_from integer, p_to integer) is 'Which of the orders change; skipped are those that have the status, were cancelled by their member, have nobody to deliver to, or lack the stock or the tokens to leave ''cancelled''.';

-- function private.order_status_settle

CREATE OR REPLACE FUNCTION private.order_status_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
  v_status text := p_operation.parameters ->> 'status';
  v_kind text := case when v_status in ('delivered', 'cancelled') then 'order_' || v_status else 'order_status' end;
  v_order public.orders;
  v_row record;
begin
  perform from public.orders as o
  where o.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')))
  order by o.id for no key update;
  -- Deliveries to addresses that are not the member's own, and credits, are counted under the lock of the member.
  perform from public.profiles as p
  where p.id = any (array(
    select o.user_id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
      and (o.late_credit is null or v_status = 'delivered' and lower(o.redemption_email) <> lower(o.customer_email))))
  order by p.id for no key update;
  for v_row in
    select r.row_id, r.changed_at, r.before ->> 'status' as before from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
    order by r.position
  loop
    select * into v_order from public.orders as o where o.id = v_row.row_id::uuid and o.user_id is not null;
    continue when not found;
    if v_row.before in ('pending', 'processing') and v_status not in ('pending', 'processing') then
      perform private.credit_order(
        v_order.id, p_operation.created_at, case when v_status = 'cancelled' then p_operation.actor_id end);
    end if;
    -- A later delivery has notified the member.
    continue when exists (
      select from private.deliveries as d
      where d.order_id = v_order.id and coalesce(d.message_at, d.delivered_at) > v_row.changed_at and num_nonnulls(d.kind, d.message) > 0);
    if v_order.status in ('delivered', 'completed') then
      perform private.replace_by_hand(
        v_order, v_content ->> 'kind', v_content ->> 'content', v_content ->> 'message', p_operation.actor_id);
    end if;
    -- So has a later change of the status, unless it was undone.
    if v_order.status = v_status and v_status <> 'pending' and p_operation.id is not distinct from (
      select c.operation_id from private.status_changes as c
      where c.order_id = v_row.row_id and c.undone_at is null order by c.at desc limit 1)
    then
      perform private.queue_email(
        v_kind, v_order.id, v_order.user_id, now(), case when v_status = 'delivered' then v_order.redemption_email end);
      if v_order.user_id <> p_operation.actor_id then
        perform private.tell_status(v_order);
      end if;
    end if;
  end loop;
end
$function$;
comment on function private.order_status_settle(p_operation operations, p_from integer, p_to integer) is 'Delivers the content of orders that stand and have received nothing since, and tells the new status of those that still have it.';

-- function private.order_status_undo

CREATE OR REPLACE FUNCTION private.order_status_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query
  with orders as (
    select r.position, o.*, r.before ->> 'status' as wanted, r.before ->> 'unit' as wanted_unit,
      (r.before ->> 'fulfilled_at')::timestamptz as wanted_fulfilled_at,
      o.updated_at <> (r.after ->> 'updated_at')::timestamptz as is_changed, o.status = 'cancelled' as reopened,
      o.unit = 'returned' and r.before ->> 'unit' <> 'returned' as takes_unit
    from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  stocked as (
    select o.*, b.per_member_limit, case when o.is_changed then 'changed_since'
      when o.from_stock and b.stock < count(*) filter (where o.takes_unit and o.from_stock and not o.is_changed)
        over (partition by o.benefit_id order by o.position) then 'sold_out' end as reason_1
    from orders as o left join public.benefits as b on b.id = o.benefit_id and o.takes_unit
  ),
  limited as (
    -- As check_limit() counts.
    select s.*, coalesce(s.reason_1, case when s.user_id is not null and s.per_member_limit - count(*) filter (where s.reason_1 is null and s.takes_unit)
      over (partition by s.user_id, s.benefit_id order by s.position) < (
        select count(*) from public.orders as q
        where q.user_id = s.user_id and q.benefit_id = s.benefit_id and q.unit <> 'returned' and s.per_member_limit is not null
      ) then 'limit_reached' end) as reason_2
    from stocked as s
  ),
  paid as (
    select l.*, coalesce(l.reason_2, case when l.reopened and l.user_id is not null and p.current_tokens < sum(l.benefit_token_value) filter (
      where l.reason_2 is null and l.reopened) over (partition by l.user_id order by l.position) then 'tokens_spent' end) as reason_3
    from limited as l left join public.profiles as p on p.id = l.user_id and l.reopened
  ),
  restored as (
    update public.orders as o
    set status = p.wanted, unit = p.wanted_unit, fulfilled_at = p.wanted_fulfilled_at,
      updated_at = greatest(now(), o.updated_at + interval '1 microsecond')
    from paid as p where o.id = p.id and p.reason_3 is null
  ),
  erased as (
    delete from public.order_notes as n using paid as p
    where n.operation_id = p_operation.id and n.order_id = p.id and p.reason_3 is null
  )
  select p.position, p.reason_3 from paid as p;
end
$function$;
comment on function private.order_status_undo(p_operation operations, p_from integer, p_to integer) is 'Restores the status of orders that nobody has changed since; a refund that was spent, a unit that was sold, or one more than the member may have, stays.';

-- function private.order_take_stock

CREATE OR REPLACE FUNCTION private.order_take_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- It may have changed since order_insert() read it.
  perform private.check_offer(private.take_stock(new.benefit_id), new.benefit_token_value);
  return null;
end
$function$;
comment on function private.order_take_stock() is 'Trigger: a new order takes one from the stock of its benefit, and locks both to the end (D38).';

-- function private.order_text

CREATE OR REPLACE FUNCTION private.order_text(p_number text, p_customer text, p_email text, p_benefit text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return lower(
    coalesce(p_number, '') || E'\n' || coalesce(p_customer, '') || E'\n' || coalesce(p_email, '') || E'\n' || coalesce(p_benefit, ''));
end
$function$;
comment on function private.order_text(p_number text, p_customer text, p_email text, p_benefit text) is 'What a search of orders finds an order by.';
grant execute on function private.order_text(p_number text, p_customer text, p_email text, p_benefit text) to authenticated, service_role;

-- function private.order_unit

CREATE OR REPLACE FUNCTION private.order_unit(p_unit text, p_status text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_unit = 'spent' or p_status = 'delivered' then 'spent'
    when p_status = 'cancelled' then 'returned' else 'held' end;
end
$function$;
comment on function private.order_unit(p_unit text, p_status text) is 'The state of an order''s unit after a status change: spent permanently by delivery, returned by a cancellation before it (D38).';

-- function private.order_update

CREATE OR REPLACE FUNCTION private.order_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Generated columns are computed after this trigger.
  v_free text[] := '{status,updated_at,search_text}';
begin
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'order_is_immutable' using errcode = 'PT403';
  end if;
  perform private.require_admin();
  -- A new time alone would be a change that the log does not show (D29).
  new.updated_at := case when new.status = old.status then old.updated_at else now() end;
  return new;
end
$function$;
comment on function private.order_update() is 'Trigger: an admin sets the status and nothing else; the server sets the time of a change (D1).';

-- function private.outbox_given_up

CREATE OR REPLACE FUNCTION private.outbox_given_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_admin_email('email_given_up', null, date_trunc('hour', now()));
  return null;
end
$function$;
comment on function private.outbox_given_up() is 'Trigger: tells the admins that emails were given up, once an hour and never about such an email itself (D37).';

-- function private.own_invitation

CREATE OR REPLACE FUNCTION private.own_invitation(p_email text, p_inviter uuid, p_except uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.invitations as i
    where private.mailbox_of(i.email) = private.mailbox_of(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
      and i.addressed_at > now() - interval '30 days'
  ) or exists (
    -- Also before the invitation was corrected: nothing would be sent to that address again.
    select from private.addressed_mailboxes as a join public.invitations as i on i.code_id = a.code_id
    where a.mailbox_key = private.mailbox_key(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
      and a.addressed_at > now() - interval '30 days');
end
$function$;
comment on function private.own_invitation(p_email text, p_inviter uuid, p_except uuid) is 'Whether a person has invited the mailbox in the last 30 days, other than with the invitation `p_except`: all that a member is told of an address, whatever others have done (D42).';

-- function private.own_link

CREATE OR REPLACE FUNCTION private.own_link(p_member uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.own_link(p_member uuid) is 'The code of a member''s link, which is created when it is first asked for and works to the end of the year of membership.';

-- function private.page_ids

CREATE OR REPLACE FUNCTION private.page_ids(p_from text, p_where text, p_sort text, p_descending boolean, p_key text, p_key_id uuid, p_term text, p_text text, p_hit text, p_walk integer, p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_where text := p_where;
  v_order text := case when p_descending then 'desc' else 'asc' end;
  v_walk integer;
  v_walked integer;
  v_ids uuid[];
begin
  if p_key is not null and p_key_id is not null then
    v_where := format(
      '%s and (%s, r.id) %s (%s, %L::uuid)', p_where, p_sort, case when p_descending then '<' else '>' end, p_key, p_key_id);
  end if;
  foreach v_walk in array case when p_term = '' then array[p_limit] else array[p_walk, 5 * p_walk] end loop
    execute format(
      'select array(select n.id from (
         select r.id, %1$s as text from %2$s where %3$s order by %4$s %5$s, r.id %5$s limit %6$s) as n
         where n.text like %7$L limit %8$s)',
      p_text, p_from, v_where, p_sort, v_order, v_walk, private.like_pattern(p_term), p_limit
    ) into v_ids;
    if p_term = '' or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
    -- The walk may have reached the end of the list.
    execute format('select count(*) from (select from %s where %s limit %s) as n', p_from, v_where, v_walk) into v_walked;
    if v_walked < v_walk then
      return v_ids;
    end if;
    -- Less than a quarter of the page: the index is faster than walking on.
    exit when 4 * cardinality(v_ids) < p_limit;
  end loop;
  if char_length(p_term) < 3 then
    -- One or two letters have no trigram, so the whole table is read. The setting ends with the call.
    perform set_config('enable_seqscan', 'on', true);
  end if;
  -- `offset 0` keeps the other conditions from using an index, which would read all orders of a status to skip a few rows.
  execute format(
    'with hits as materialized (
       select r.id, %1$s as sort from (select r.* from %2$s where %3$s offset 0) as r where %4$s)
     select array(select h.id from hits as h order by h.sort %5$s, h.id %5$s limit %6$s)',
    p_sort, p_from, format(p_hit, private.like_pattern(p_term)), v_where, v_order, p_limit
  ) into v_ids;
  return v_ids;
end
$function$;
comment on function private.page_ids(p_from text, p_where text, p_sort text, p_descending boolean, p_key text, p_key_id uuid, p_term text, p_text text, p_hit text, p_walk integer, p_limit integer) is 'The ids of one page of the rows `r` of a list whose text contains a term, after a key: found among the next `p_walk` rows, or five times as many, which is enough for common terms; else by the trigram index. Assign the result to a variable before using it: the planner would call the function again to estimate the length of the array.';

-- function private.page_size

CREATE OR REPLACE FUNCTION private.page_size(p_limit integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT LEAST(GREATEST(COALESCE(p_limit, 26), 1), 1000) AS "least";
END;
comment on function private.page_size(p_limit integer) is 'How many rows a client gets per request: 1 to 1,000.';

-- function private.pay_referral

CREATE OR REPLACE FUNCTION private.pay_referral(p_invited uuid, p_order uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_referral private.referrals;
  v_locked uuid[];
  v_paid boolean;
begin
  -- Nothing here waits: what is being changed is looked at again in a minute. A cancellation waits for this, or comes first.
  select * into v_order from public.orders as o
  where o.id = p_order and o.status in ('delivered', 'completed') for share skip locked;
  if not found or private.delivered_since(v_order) > p_now - interval '7 days' then
    return;
  end if;
  select * into v_referral from private.referrals as r
  where r.invited_id = p_invited and r.settled_at is null for update skip locked;
  if not found then
    return;
  end if;
  v_locked := array(
    select p.id from public.profiles as p where p.id in (v_referral.invited_id, v_referral.referrer_id)
    order by p.id for no key update skip locked);
  if exists (
    select from public.profiles as p
    where p.id in (v_referral.invited_id, v_referral.referrer_id) and p.id <> all (v_locked)
  ) then
    return;
  end if;
  v_paid := private.is_new_person(v_referral.invited_id, v_referral.referrer_id);
  update private.referrals as r set
    settled_at = p_now,
    invited_received = case when v_paid then r.bonus else 0 end,
    referrer_received = case when v_paid and r.referrer_id = any (v_locked) then r.bonus else 0 end
  where r.invited_id = p_invited
  returning * into v_referral;
  if v_referral.invited_received > 0 then
    perform private.post_tokens(
      p_account => v_referral.invited_id, p_type => 'referral_bonus', p_amount => v_referral.invited_received,
      p_description => 'Referral bonus: you joined by invitation');
  end if;
  if v_referral.referrer_received > 0 then
    perform private.post_tokens(
      p_account => v_referral.referrer_id, p_type => 'referral_bonus', p_amount => v_referral.referrer_received,
      p_description => 'Referral bonus: somebody joined by your invitation');
  end if;
end
$function$;
comment on function private.pay_referral(p_invited uuid, p_order uuid, p_now timestamp with time zone) is 'Credits both with what was promised, once. If who invited has been deleted, the other one still receives it (D12, D43).';

-- function private.pending_orders

CREATE OR REPLACE FUNCTION private.pending_orders()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  -- An index-only scan.
  return (select count(*) from public.orders as o where o.status = 'pending');
end
$function$;
comment on function private.pending_orders() is 'The count behind public.pending_orders(); raises not_admin for everybody else.';
grant execute on function private.pending_orders() to authenticated;

-- function private.person_figures

CREATE OR REPLACE FUNCTION private.person_figures(p_id uuid)
 RETURNS TABLE(received bigint, spent bigint, open_orders bigint, late_orders bigint, reports bigint, open_reports bigint, notes bigint, messages bigint, unread_notices bigint, given_up_emails bigint, given_up_error text, confirmed_at timestamp with time zone, last_sign_in_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select t.received, t.spent, o.open, o.late, r.reports, r.open, w.notes, n.notices + e.emails, n.unread, e.given_up, e.error,
    u.email_confirmed_at, u.last_sign_in_at
  from (
    select coalesce(sum(t.amount) filter (where t.amount > 0), 0) as received,
      coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as spent
    from public.token_transactions as t where t.account_id = p_id
  ) as t
  cross join (
    select count(*) as open, count(*) filter (where o.status in ('pending', 'processing') and o.due_at <= now()) as late
    from public.orders as o where o.user_id = p_id and o.status in ('pending', 'processing', 'completed')
  ) as o
  cross join (
    select count(*) as reports, count(*) filter (where r.outcome = 'open' and r.answer is null) as open
    from private.reports as r where r.account_id = p_id
  ) as r
  cross join (
    select count(*) as notes
    from public.orders as o join public.order_notes as n on n.order_id = o.id where o.user_id = p_id
  ) as w
  cross join (
    select count(*) as notices, count(*) filter (where n.read_at is null) as unread
    from public.notifications as n where n.user_id = p_id
  ) as n
  cross join (
    select count(*) as emails, count(*) filter (where q.outcome = 'given_up') as given_up,
      mode() within group (order by q.last_error) filter (where q.outcome = 'given_up') as error
    from private.outbox as q where q.recipient_id = p_id
  ) as e
  left join auth.users as u on u.id = p_id;
end
$function$;
comment on function private.person_figures(p_id uuid) is 'The row behind public.person_figures(); raises not_admin for everybody else.';
grant execute on function private.person_figures(p_id uuid) to authenticated;

-- function private.person_filter

CREATE OR REPLACE FUNCTION private.person_filter(p_filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - 'search' <> '{}'
    or (p_filter ? 'search' and jsonb_typeof(p_filter -> 'search') <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return coalesce(
    format($sql$lower(r.name || E'\n' || r.email) like %L$sql$, private.like_pattern(nullif(p_filter ->> 'search', ''))), 'true');
end
$function$;
comment on function private.person_filter(p_filter jsonb) is 'The condition of the people `r` that the list of users shows: `search`, in name and email. Raises unknown_filter for anything else.';

-- function private.person_messages

CREATE OR REPLACE FUNCTION private.person_messages(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id uuid, by_email boolean, kind text, order_id uuid, order_number text, benefit_id uuid, data jsonb, count integer, created_at timestamp with time zone, read_at timestamp with time zone, state text, error text, elsewhere boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select m.*
  from (
    select n.id, false as by_email, n.kind, n.order_id, n.data ->> 'order_number' as order_number, n.benefit_id, n.data, n.count, n.created_at, n.read_at,
      case when n.read_at is null then 'unread' else 'read' end as state, null::text as error, false as elsewhere
    from public.notifications as n where n.user_id = p_id
    union all
    -- The notice of an event has the same id.
    select md5('email ' || q.id)::uuid, true, q.kind, o.id, o.order_number, b.id, '{}', 1, q.created_at, null, coalesce(q.outcome, 'waiting'),
      q.last_error, q.elsewhere
    from private.outbox as q
    left join private.reports as r on r.id = q.cause_id
    left join public.orders as o on o.id = coalesce(r.order_id, q.cause_id)
    left join public.benefits as b on b.id = q.cause_id
    where q.recipient_id = p_id
  ) as m
  where p_key_id is null or case when p_reverse
    then (m.created_at, m.id) > (p_key_value, p_key_id) else (m.created_at, m.id) < (p_key_value, p_key_id) end
  order by
    case when p_reverse then m.created_at end, case when not p_reverse then m.created_at end desc,
    case when p_reverse then m.id end, case when not p_reverse then m.id end desc
  limit private.page_size(p_limit);
end
$function$;
comment on function private.person_messages(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The notices and emails behind public.person_messages(); raises not_admin for everybody else.';
grant execute on function private.person_messages(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.person_notes

CREATE OR REPLACE FUNCTION private.person_notes(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id uuid, body text, author_name text, created_at timestamp with time zone, order_id uuid, order_number text, benefit_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select n.id, n.body, p.name, n.created_at, o.id, o.order_number, o.benefit_name
  from public.orders as o
  join public.order_notes as n on n.order_id = o.id
  left join public.profiles as p on p.id = n.author_id
  where o.user_id = p_id and (p_key_id is null or case when p_reverse
    then (n.created_at, n.id) > (p_key_value, p_key_id) else (n.created_at, n.id) < (p_key_value, p_key_id) end)
  order by
    case when p_reverse then n.created_at end, case when not p_reverse then n.created_at end desc,
    case when p_reverse then n.id end, case when not p_reverse then n.id end desc
  limit private.page_size(p_limit);
end
$function$;
comment on function private.person_notes(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The notes behind public.person_notes(); raises not_admin for everybody else.';
grant execute on function private.person_notes(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.person_reports

CREATE OR REPLACE FUNCTION private.person_reports(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, answer_text text, created_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, benefit_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, r.created_at, r.answered_at, o.id, o.order_number,
    o.benefit_name
  from private.reports as r join public.orders as o on o.id = r.order_id
  where r.account_id = p_id and (p_key_id is null or case when p_reverse
    then (r.created_at, r.id) > (p_key_value, p_key_id) else (r.created_at, r.id) < (p_key_value, p_key_id) end)
  order by
    case when p_reverse then r.created_at end, case when not p_reverse then r.created_at end desc,
    case when p_reverse then r.id end, case when not p_reverse then r.id end desc
  limit private.page_size(p_limit);
end
$function$;
comment on function private.person_reports(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The reports behind public.person_reports(); raises not_admin for everybody else.';
grant execute on function private.person_reports(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.personal_columns

CREATE OR REPLACE FUNCTION private.personal_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ARRAY['name'::text, 'email'::text, 'phone'::text, 'invite_code_used'::text] AS "array";
END;
comment on function private.personal_columns() is 'The columns of a profile that are erased with the person (D12).';

-- function private.picture_fields

CREATE OR REPLACE FUNCTION private.picture_fields(p_object jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('path', concat((p_object ->> 'bucket_id'::text), '/', (p_object ->> 'name'::text)), 'type', (p_object #> '{metadata,mimetype}'::text[]), 'size', (p_object #> '{metadata,size}'::text[])) AS jsonb_build_object
   WHERE ((p_object ->> 'bucket_id'::text) = ANY (ARRAY['benefits'::text, 'branding'::text, 'deliveries'::text]));
END;
comment on function private.picture_fields(p_object jsonb) is 'The logged fields of a storage object, which are not its content; null in other buckets than the product''s.';

-- function private.plan_invitations

CREATE OR REPLACE FUNCTION private.plan_invitations(p_rows jsonb, p_member uuid)
 RETURNS TABLE("position" integer, email text, state text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_left integer := case when p_member is not null then
    least(private.invitations_left(p_member), private.elsewhere_left(p_member)) end;
begin
  return query
  with lines as (
    -- For members too, in the same time.
    select r.position, r.email, private.invitation_state(r.email) as state,
      row_number() over (partition by private.mailbox_of(r.email) order by r.position) as occurrence
    from private.invitation_rows(p_rows) as r
  ),
  told as (
    select l.position, l.email, case
      when l.state = 'invalid' then 'invalid'
      when l.occurrence > 1 then 'duplicate'
      when p_member is null then l.state
      when private.own_invitation(l.email, p_member) then 'invited'
      else 'new' end as state
    from lines as l
  )
  select t.position, t.email, case
    when t.state = 'new' and count(*) filter (where t.state = 'new') over (order by t.position) > v_left then 'over_quota'
    else t.state end
  from told as t order by t.position;
end
$function$;
comment on function private.plan_invitations(p_rows jsonb, p_member uuid) is 'What becomes of each address. A member is told whom they have invited, and nothing of what others did (D42).';

-- function private.plan_operation

CREATE OR REPLACE FUNCTION private.plan_operation(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format($sql$
    update private.operation_rows as r set
      state = case when p.reason is null and (r.version is null or r.version = p.version) then 'waiting' else 'skipped' end,
      reason = coalesce(p.reason, case when r.version <> p.version then 'changed_since' end),
      reason_by = p.reason_by, reason_at = p.reason_at, version = coalesce(r.version, p.version),
      -- What a step would count alone may depend on rows of other steps.
      tokens = case ($1).state when 'planned' then p.tokens else r.tokens end, email = p.email
    from %s as p
    where r.operation_id = ($1).id and r.position = p.position and (($1).state = 'planned' or r.state = 'waiting')
  $sql$, private.operation_call(p_operation, '_plan')) using p_operation, p_from, p_to;
end
$function$;
comment on function private.plan_operation(p_operation operations, p_from integer, p_to integer) is 'Decides what becomes of rows: by a dry run, again when it is run, and again, under locks, before they are changed.';

-- function private.pool_email_queue

CREATE OR REPLACE FUNCTION private.pool_email_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_admin_email('pool_low', new.benefit_id, new.low_since);
  return null;
end
$function$;
comment on function private.pool_email_queue() is 'Trigger: tells the admins, once per shortage, that few keys are left (D31).';

-- function private.post_credit

CREATE OR REPLACE FUNCTION private.post_credit(p_order orders, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_tokens integer;
begin
  -- Two orders of one member are credited one after the other.
  perform from public.profiles as p where p.id = p_order.user_id for no key update;
  v_tokens := least(p_order.late_credit, private.credit_left(p_order.user_id, p_at));
  if v_tokens > 0 then
    perform private.post_tokens(
      p_account => p_order.user_id, p_type => 'adjustment', p_amount => v_tokens,
      p_description => 'Late credit: ' || p_order.benefit_name, p_order => p_order.id,
      p_reason => 'Late by ' || private.hours_late(p_order, p_at)
        || case when private.hours_late(p_order, p_at) = 1 then ' hour' else ' hours' end
    );
  end if;
  return v_tokens;
end
$function$;
comment on function private.post_credit(p_order orders, p_at timestamp with time zone) is 'Credits what the delay of an order is worth, within what the member can still be credited; returns the tokens (D36).';

-- function private.post_tokens

CREATE OR REPLACE FUNCTION private.post_tokens(p_account uuid, p_type text, p_amount integer, p_description text, p_order uuid DEFAULT NULL::uuid, p_code uuid DEFAULT NULL::uuid, p_actor uuid DEFAULT NULL::uuid, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_balance integer DEFAULT NULL::integer, p_reason text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_balance integer;
begin
  insert into public.token_transactions
    (user_id, transaction_type, amount, description, order_id, redeem_code_id, actor_id, created_at, balance_after,
      reason)
  values (p_account, p_type, p_amount, p_description, p_order, p_code, p_actor, p_at, p_balance, p_reason)
  returning balance_after into v_balance;
  return v_balance;
end
$function$;
comment on function private.post_tokens(p_account uuid, p_type text, p_amount integer, p_description text, p_order uuid, p_code uuid, p_actor uuid, p_at timestamp with time zone, p_balance integer, p_reason text) is 'The only way to write the ledger; returns the new balance. `p_balance` only where the caller writes the balance itself (D7).';

-- function private.preference_insert

CREATE OR REPLACE FUNCTION private.preference_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = new.user_id for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return new;
end
$function$;
comment on function private.preference_insert() is 'Trigger: nobody chooses for a person who was deleted (D12).';

-- function private.profile_after_delete

CREATE OR REPLACE FUNCTION private.profile_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.users where id = old.id;
  update public.token_transactions set description = 'Adjustment by an admin'
  where actor_id = old.id and transaction_type = 'adjustment' and order_id is null;
  -- A reason is free text about the person.
  update public.token_transactions set user_id = null, reason = null, reason_salt = null where account_id = old.id;
  update public.redeem_codes set used_by = null where used_by = old.id;
  update public.invite_codes set used_by = null where used_by = old.id;
  update public.code_uses set user_id = null where user_id = old.id;
  delete from private.redemption_requests where user_id = old.id;
  delete from private.favourites where user_id = old.id;
  delete from private.waiting_members where user_id = old.id;
  delete from private.outbox where recipient_id = old.id;
  delete from public.notifications where user_id = old.id;
  delete from public.notification_preferences where user_id = old.id;
  delete from private.told_members where user_id = old.id;
  delete from private.deletion_requests where user_id = old.id;
  update private.audit_log
  set before = before - private.personal_columns(), after = after - private.personal_columns()
  where table_name = 'profiles' and row_id = old.id::text;
  return null;
end
$function$;
comment on function private.profile_after_delete() is 'Trigger: deletes the login and every link to the person; names and reasons leave the ledger, personal data the log (D12).';

-- function private.profile_before_delete

CREATE OR REPLACE FUNCTION private.profile_before_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The caller may have lost the role, or the account, while waiting for another deletion (D11).
  if auth.uid() is not null then
    perform private.require_admin();
  end if;
  if old.id = auth.uid() then
    raise exception 'cannot_delete_self' using errcode = 'PT409';
  end if;
  update private.deliveries as d set kind = null, content = null, message = null
  from public.orders as o where o.user_id = old.id and d.order_id = o.id and d.delivered_by is not null;
  update private.reports set reason = null, answer_text = null where account_id = old.id;
  perform private.forget_invitations(old);
  update public.orders
  set user_id = null, customer_name = null, customer_email = null, redemption_email = null
  where user_id = old.id;
  return old;
end
$function$;
comment on function private.profile_before_delete() is 'Trigger: nobody deletes themselves; a deleted person''s orders stay without personal data, reports and what was written to them (D12).';

-- function private.profile_guard

CREATE OR REPLACE FUNCTION private.profile_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_free text[] := '{name,phone}';
  v_admin text;
  v_type text := coalesce(new.adjustment_type, 'adjustment');
  v_reason text := nullif(private.trim_text(new.adjustment_reason), '');
  v_change integer := new.current_tokens - old.current_tokens;
begin
  -- Locked to the end: an admin deleted in the meantime would leave a name in the entry (D12).
  select p.name into v_admin from public.profiles as p
  where p.id = auth.uid() and p.role = 'admin' for key share;
  if found then
    -- Their own name and phone are a member's right.
    if old.id is distinct from auth.uid() or to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
      perform private.require_admin();
    end if;
    v_free := v_free || '{role,current_tokens,adjustment_type,adjustment_reason}';
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := private.trim_text(new.name);
  new.phone := nullif(private.trim_text(new.phone), '');
  new.adjustment_type := null;
  new.adjustment_reason := null;
  if v_change <> 0 then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    if v_reason is null then
      raise exception 'reason_required' using errcode = 'PT422';
    end if;
    -- This update holds the row lock and writes the balance itself, so it passes the resulting balance.
    perform private.post_tokens(
      p_account => old.id, p_type => private.grant_type(v_type, v_change), p_amount => v_change,
      p_description => private.grant_description(v_type, v_change, v_admin), p_balance => new.current_tokens,
      p_reason => v_reason
    );
  end if;
  return new;
end
$function$;
comment on function private.profile_guard() is 'Trigger: a member changes name and phone; an admin also role and tokens, the latter as a ledger entry with type and reason (D1, D7, D45).';

-- function private.quarantined_batches

CREATE OR REPLACE FUNCTION private.quarantined_batches(p_benefit uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(select b.id from private.key_batches as b where b.benefit_id = p_benefit and b.quarantined_at is not null);
end
$function$;
comment on function private.quarantined_batches(p_benefit uuid) is 'The batches of a benefit of which no key is delivered, because of reports (D34).';

-- function private.queue_admin_email

CREATE OR REPLACE FUNCTION private.queue_admin_email(p_kind text, p_cause uuid, p_at timestamp with time zone, p_except uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.queue_email(p_kind, p_cause, a.id, p_at)
  from (
    -- Locked, as one of them may be being deleted.
    select p.id from public.profiles as p
    where p.role = 'admin' and p.id is distinct from coalesce(p_except, auth.uid()) order by p.id for key share
  ) as a;
end
$function$;
comment on function private.queue_admin_email(p_kind text, p_cause uuid, p_at timestamp with time zone, p_except uuid) is 'Queues the email about an event to every admin but the one who caused it: the caller, or who is named (D40).';

-- function private.queue_email

CREATE OR REPLACE FUNCTION private.queue_email(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone, p_address text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_elsewhere boolean := false;
  v_over boolean := false;
begin
  if not private.wants_email(p_recipient, p_kind) then
    return false;
  end if;
  if p_address is not null then
    v_elsewhere := exists (select from public.profiles as p where p.id = p_recipient and lower(p.email) <> lower(p_address));
    if v_elsewhere then
      perform private.lock_elsewhere(p_recipient);
      v_over := private.elsewhere_left(p_recipient) <= 0;
    end if;
  end if;
  insert into private.outbox (id, kind, cause_id, recipient_id, elsewhere, outcome, finished_at)
  values (
    private.event_id(p_kind, p_cause, p_recipient, p_at),
    p_kind, p_cause, p_recipient, v_elsewhere,
    case when v_over then 'over_limit' end, case when v_over then now() end
  )
  on conflict (id) do nothing;
  return found;
end
$function$;
comment on function private.queue_email(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone, p_address text) is 'Queues the email about an event, once, if the recipient wants it, and returns whether it did; `p_at` tells repeated events of a cause apart. With an address other than the recipient''s own it is one of ten a day; what exceeds them is recorded and not sent (D37).';

-- function private.queue_invitation

CREATE OR REPLACE FUNCTION private.queue_invitation(p_code_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid := gen_random_uuid();
begin
  -- One that still waits would go to the same address.
  update private.outbox as o set outcome = 'skipped', finished_at = now()
  where o.cause_id = p_code_id and o.kind = 'invitation' and o.outcome is null;
  insert into private.outbox (id, kind, cause_id) values (v_id, 'invitation', p_code_id);
  update public.invitations as i
  set sends = i.sends + 1, queued_at = now(), email_id = v_id, email_state = 'waiting' where i.code_id = p_code_id;
  insert into private.invited_mailboxes as m (mailbox_key, code_id)
  select private.mailbox_key(i.email), i.code_id from public.invitations as i where i.code_id = p_code_id
  on conflict (mailbox_key) do update set code_id = excluded.code_id, invited_at = now()
  where m.invited_at <= now() - interval '30 days';
  insert into private.addressed_mailboxes as a (code_id, mailbox_key)
  select i.code_id, private.mailbox_key(i.email) from public.invitations as i where i.code_id = p_code_id
  on conflict (code_id, mailbox_key) do update set addressed_at = now();
end
$function$;
comment on function private.queue_invitation(p_code_id uuid) is 'Queues the email of an invitation again, instead of one that still waits.';

-- function private.quota_changed

CREATE OR REPLACE FUNCTION private.quota_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_invitations();
  perform private.settle_links(null);
  return null;
end
$function$;
comment on function private.quota_changed() is 'Trigger: a new number of invitations applies at once to existing links (D43).';

-- function private.random_code

CREATE OR REPLACE FUNCTION private.random_code(p_length integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_bytes bytea := extensions.gen_random_bytes(2 * p_length);
begin
  return (
    select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + (256 * get_byte(v_bytes, 2 * n) + get_byte(v_bytes, 2 * n + 1)) % 31, 1), '')
    from generate_series(0, p_length - 1) as n);
end
$function$;
comment on function private.random_code(p_length integer) is 'A random code, without the characters that are easily confused: 0 O 1 I L (D41).';

-- function private.reason_digest

CREATE OR REPLACE FUNCTION private.reason_digest(p_salt uuid, p_reason text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(p_salt || p_reason, 'UTF8'));
end
$function$;
comment on function private.reason_digest(p_salt uuid, p_reason text) is 'What stands for a reason in the chain (D47).';

-- function private.reconcile

CREATE OR REPLACE FUNCTION private.reconcile()
 RETURNS TABLE(account_id uuid, problem text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH chain AS (
          SELECT t.account_id,
             t.amount,
             t.balance_after,
             COALESCE(lag(t.balance_after) OVER (PARTITION BY t.account_id ORDER BY t.seq), 0) AS balance_before
            FROM token_transactions t
         ), paid AS (
          SELECT t.order_id,
             sum(t.amount) AS amount
            FROM token_transactions t
           WHERE ((t.order_id IS NOT NULL) AND (t.transaction_type = ANY (ARRAY['redemption'::text, 'refund'::text])))
           GROUP BY t.order_id
         )
  SELECT p.id,
     ((('balance '::text || p.current_tokens) || ' is not the ledger''s sum '::text) || COALESCE(sum(t.amount), (0)::bigint))
    FROM (profiles p
      LEFT JOIN token_transactions t ON ((t.account_id = p.id)))
   GROUP BY p.id
  HAVING (p.current_tokens <> COALESCE(sum(t.amount), (0)::bigint))
 UNION ALL
  SELECT COALESCE(p.id, b.user_id) AS "coalesce",
     ((('balance '::text || COALESCE((p.current_tokens)::text, 'none'::text)) || ' is sorted as '::text) || COALESCE((b.tokens)::text, 'none'::text))
    FROM (profiles p
      FULL JOIN private.sorted_balances b ON ((b.user_id = p.id)))
   WHERE (b.tokens IS DISTINCT FROM p.current_tokens)
 UNION ALL
  SELECT c.account_id,
     'ledger row does not follow from the row before it'::text
    FROM chain c
   WHERE (c.balance_after <> (c.balance_before + c.amount))
 UNION ALL
  SELECT b.account_id,
     b.problem
    FROM private.broken_chains() b(account_id, problem)
 UNION ALL
  SELECT o.account_id,
     (((('order '::text || o.id) || ' moved '::text) || COALESCE(paid.amount, (0)::bigint)) || ' tokens'::text)
    FROM (orders o
      LEFT JOIN paid ON ((paid.order_id = o.id)))
   WHERE ((o.user_id IS NOT NULL) AND (COALESCE(paid.amount, (0)::bigint) <>
         CASE
             WHEN (o.status = 'cancelled'::text) THEN 0
             ELSE (- COALESCE(o.benefit_token_value, 0))
         END))
 UNION ALL
  SELECT COALESCE(c.used_by, t.account_id) AS "coalesce",
     (('token code '::text || c.id) || ' and the ledger disagree'::text)
    FROM (redeem_codes c
      LEFT JOIN token_transactions t ON ((t.redeem_code_id = c.id)))
   WHERE (((c.uses > 0) <> (t.id IS NOT NULL)) OR (t.amount <> c.token_value) OR ((c.max_uses = 1) AND (c.used_by IS NOT NULL) AND (c.used_by <> t.account_id)))
 UNION ALL
  SELECT c.used_by,
     (((c.kind || ' code '::text) || c.id) || ' and its uses disagree'::text)
    FROM ( SELECT 'token'::text AS kind,
             r.id,
             r.used_by,
             r.uses,
             r.max_uses,
             ( SELECT count(*) AS count
                    FROM token_transactions t
                   WHERE (t.redeem_code_id = r.id)) AS entries
            FROM redeem_codes r
         UNION ALL
          SELECT 'invite'::text,
             i.id,
             i.used_by,
             i.uses,
             i.max_uses,
             i.uses
            FROM invite_codes i) c
   WHERE ((c.max_uses > 1) AND ((c.uses <> c.entries) OR (c.uses <> ( SELECT count(*) AS count
            FROM code_uses u
           WHERE (u.code_id = c.id)))))
 UNION ALL
  SELECT t.account_id,
     (('ledger row '::text || t.id) || ' names an order that does not exist'::text)
    FROM token_transactions t
   WHERE ((t.order_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
            FROM orders o
           WHERE (o.id = t.order_id)))))
 UNION ALL
  SELECT t.account_id,
     (('ledger row '::text || t.id) || ' names a token code that does not exist'::text)
    FROM token_transactions t
   WHERE ((t.redeem_code_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
            FROM redeem_codes c
           WHERE (c.id = t.redeem_code_id)))))
 UNION ALL
  SELECT o.account_id,
     (('order '::text || o.id) || ' names a benefit that does not exist'::text)
    FROM orders o
   WHERE ((o.benefit_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
            FROM benefits b
           WHERE (b.id = o.benefit_id)))))
 UNION ALL
  SELECT l.user_id,
     (((l.what || ' '::text) || l.id) || ' names a person that does not exist'::text)
    FROM ( SELECT 'order'::text AS what,
             o.id,
             o.user_id
            FROM orders o
         UNION ALL
          SELECT 'ledger row'::text,
             t.id,
             t.user_id
            FROM token_transactions t
         UNION ALL
          SELECT 'token code'::text,
             c.id,
             c.used_by
            FROM redeem_codes c
         UNION ALL
          SELECT 'invite code'::text,
             c.id,
             c.used_by
            FROM invite_codes c
         UNION ALL
          SELECT 'use of code'::text,
             u.code_id,
             u.user_id
            FROM code_uses u) l
   WHERE ((l.user_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
            FROM profiles p
           WHERE (p.id = l.user_id)))))
 UNION ALL
  SELECT b.account_id,
     (('the ledger''s referral bonuses are '::text || sum(b.amount)) || ' tokens off'::text)
    FROM ( SELECT t.account_id,
             t.amount
            FROM token_transactions t
           WHERE (t.transaction_type = 'referral_bonus'::text)
         UNION ALL
          SELECT r.invited_id,
             (- r.invited_received)
            FROM private.referrals r
         UNION ALL
          SELECT r.referrer_id,
             (- r.referrer_received)
            FROM private.referrals r) b
   GROUP BY b.account_id
  HAVING (sum(b.amount) <> 0)
 UNION ALL
  SELECT p.id,
     'account without its signup bonus'::text
    FROM profiles p
   WHERE (NOT (EXISTS ( SELECT
            FROM token_transactions t
           WHERE ((t.account_id = p.id) AND (t.transaction_type = 'signup_bonus'::text)))))
 UNION ALL
  SELECT u.id,
     'login without a profile'::text
    FROM auth.users u
   WHERE (NOT (EXISTS ( SELECT
            FROM profiles p
           WHERE (p.id = u.id))));
END;
comment on function private.reconcile() is 'Every account whose balance, ledger, orders, codes or login disagree; no rows means consistent (D2).';

-- function private.reconcile_for_admin

CREATE OR REPLACE FUNCTION private.reconcile_for_admin()
 RETURNS TABLE(account_id uuid, problem text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query select r.account_id, r.problem from private.reconcile() as r;
end
$function$;
comment on function private.reconcile_for_admin() is 'private.reconcile() for an admin; raises not_admin for everybody else.';
grant execute on function private.reconcile_for_admin() to authenticated;

-- function private.record_referral

CREATE OR REPLACE FUNCTION private.record_referral(p_invited uuid, p_code_id uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_referrer uuid;
begin
  -- skip locked: a concurrent deletion waits for the code, which this sign-up holds. An inviter being deleted counts as none.
  select p.id into v_referrer from public.profiles as p
  where p.id = (select i.inviter_id from public.invitations as i where i.code_id = p_code_id and i.source <> 'waitlist')
  for key share skip locked;
  if not found then
    return;
  end if;
  insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at)
  values (
    p_invited, v_referrer, p_code_id,
    case when private.is_new_person(p_invited, v_referrer) then private.setting_number('referral_bonus') else 0 end, p_at);
  perform private.notify('invitation_joined', v_referrer, p_invited, null, null, '{}');
  perform private.queue_email('invitation_joined', p_invited, v_referrer, now());
end
$function$;
comment on function private.record_referral(p_invited uuid, p_code_id uuid, p_at timestamp with time zone) is 'Records in the sign-up who invited the new member and what both will receive, and notifies the inviter. A member admitted from the waitlist has no inviter.';

-- function private.record_rename

CREATE OR REPLACE FUNCTION private.record_rename()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.renamed_people (user_id, search_text) values (new.id, lower(new.name || E'\n' || new.email))
  on conflict (user_id) do update set search_text = excluded.search_text;
  return null;
end
$function$;
comment on function private.record_rename() is 'Trigger: lets the search find a person''s orders by the new name as well.';

-- function private.record_use

CREATE OR REPLACE FUNCTION private.record_use(p_code_id uuid, p_max_uses integer, p_user uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_max_uses > 1 then
    insert into public.code_uses (code_id, account_id, user_id, used_at) values (p_code_id, p_user, p_user, p_at);
  end if;
end
$function$;
comment on function private.record_use(p_code_id uuid, p_max_uses integer, p_user uuid, p_at timestamp with time zone) is 'Records the use of a code that has several, once per person (D41).';

-- function private.redeem_code

CREATE OR REPLACE FUNCTION private.redeem_code(p_code text, p_request_id uuid)
 RETURNS TABLE(ok boolean, token_value integer, balance integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_code public.redeem_codes;
  v_balance integer;
begin
  -- One redemption at a time per person, so that a parallel retry finds the first one's success; and a concurrent deletion
  -- of the person fails here as not_signed_in.
  select p.current_tokens into v_balance from public.profiles as p where p.id = v_user for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;

  return query
  select true, c.token_value, r.balance
  from private.redemption_requests as r join public.redeem_codes as c on c.id = r.redeem_code_id
  where r.user_id = v_user and r.request_id = p_request_id and c.code = private.normalize_code(p_code);
  if found then
    return;
  end if;
  if exists (select from private.redemption_requests as r where r.user_id = v_user and r.request_id = p_request_id) then
    raise exception 'request_id_reused' using errcode = 'PT409';
  end if;

  perform private.check_attempts('redeem_code', v_user::text);
  update public.redeem_codes as c set uses = c.uses + 1, used_by = v_user, used_at = now()
  where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and not exists (select from public.code_uses as u where u.code_id = c.id and u.account_id = v_user)
  returning c.* into v_code;
  if not found then
    -- Returned, not raised: raising would roll back the count.
    perform private.count_attempt('redeem_code', v_user::text);
    return query select false, null::integer, v_balance;
    return;
  end if;

  perform private.record_use(v_code.id, v_code.max_uses, v_user, v_code.used_at);
  v_balance := private.post_tokens(
    p_account => v_user, p_type => 'redemption', p_amount => v_code.token_value,
    p_description => 'Redeemed code ' || v_code.code, p_code => v_code.id
  );
  if p_request_id is not null then
    insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
    values (v_user, p_request_id, v_code.id, v_balance);
  end if;
  return query select true, v_code.token_value, v_balance;
end
$function$;
comment on function private.redeem_code(p_code text, p_request_id uuid) is 'Redeems one token code for the caller. A miss returns ok = false, alike for codes that are unknown, used up, used by the caller, expired, revoked or malformed (D1, D10).';
grant execute on function private.redeem_code(p_code text, p_request_id uuid) to authenticated;

-- function private.redeemable_filter

CREATE OR REPLACE FUNCTION private.redeemable_filter(p_balance integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT format('r.token_value <= %s and (r.opens_at is null or r.opens_at <= now()) and r.is_left and (r.per_member_limit is null or r.own_orders < r.per_member_limit)'::text, p_balance) AS format;
END;
comment on function private.redeemable_filter(p_balance integer) is 'The condition of the benefits `r` of private.catalogue that the caller can redeem now with a balance.';

-- function private.refuse_estimates

CREATE OR REPLACE FUNCTION private.refuse_estimates()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- Anywhere in the header: the words have no other meaning there.
  if v_headers ->> 'prefer' ~* 'planned|estimated' and not private.is_admin() then
    raise exception 'estimate_forbidden' using errcode = 'PT403';
  end if;
end
$function$;
comment on function private.refuse_estimates() is 'Raises estimate_forbidden for count=planned and count=estimated: the planner counts rows that the caller may not read.';
grant execute on function private.refuse_estimates() to anon, authenticated, service_role;

-- function private.refuse_last_admin

CREATE OR REPLACE FUNCTION private.refuse_last_admin(p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.profiles as p where p.id = p_person and p.role = 'admin')
    and not exists (select from public.profiles as p where p.id <> p_person and p.role = 'admin')
  then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
end
$function$;
comment on function private.refuse_last_admin(p_person uuid) is 'Raises last_admin for the only admin, who can neither ask to be deleted nor confirm it (D11).';

-- function private.refuse_undoable

CREATE OR REPLACE FUNCTION private.refuse_undoable()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  if v_headers ->> 'accept' ~* 'vnd\.pgrst' or v_headers ->> 'prefer' ~* 'max-affected|tx=' then
    raise exception 'undoable_guess' using errcode = 'PT406';
  end if;
end
$function$;
comment on function private.refuse_undoable() is 'Raises undoable_guess for a request that the REST layer would fail because of its result (one object, max-affected): the rollback would undo the count of the guess, and timing would still reveal a hit (D10).';

-- function private.refuse_write

CREATE OR REPLACE FUNCTION private.refuse_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'permission denied: % is written by the database only', tg_table_name using errcode = '42501';
end
$function$;
comment on function private.refuse_write() is 'Trigger: refuses any write that reaches it, whatever was granted (D1).';

-- function private.remove_from_waitlist

CREATE OR REPLACE FUNCTION private.remove_from_waitlist(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := array(select w.id from private.lock_waiting(p_ids, true) as w);
  delete from public.waitlist as w where w.id = any (v_ids);
  perform private.log_waitlist('delete', 'removed', v_ids);
  return cardinality(v_ids);
end
$function$;
comment on function private.remove_from_waitlist(p_ids uuid[]) is 'The deletion behind public.remove_from_waitlist().';
grant execute on function private.remove_from_waitlist(p_ids uuid[]) to authenticated;

-- function private.replace_by_hand

CREATE OR REPLACE FUNCTION private.replace_by_hand(p_order orders, p_kind text, p_content text, p_message text, p_by uuid DEFAULT auth.uid())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_content text := nullif(private.trim_text(p_content), '');
  v_message text := nullif(private.trim_text(p_message), '');
begin
  if v_content is null and v_message is null then
    return;
  end if;
  if not private.is_manual_delivery(p_kind, v_content, v_message) then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  if v_content is null then
    update private.deliveries set message = v_message, message_at = clock_timestamp()
    where order_id = p_order.id and withdrawn_at is null and kind is not null;
    if found then
      return;
    end if;
  end if;
  update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  insert into private.deliveries (order_id, benefit_id, method, kind, content, message, instructions, delivered_by)
  values (p_order.id, p_order.benefit_id, 'manual', case when v_content is not null then p_kind end, v_content, v_message,
    private.instructions_of(p_order), p_by);
end
$function$;
comment on function private.replace_by_hand(p_order orders, p_kind text, p_content text, p_message text, p_by uuid) is 'Delivers a text, link or key and a message, each optional, in place of what was delivered before; a message alone goes with that content. Raises invalid_delivery (D33).';

-- function private.report_counts

CREATE OR REPLACE FUNCTION private.report_counts()
 RETURNS TABLE(open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select
    (select count(*) from private.reports as r where r.outcome = 'open' and r.answer is null),
    (select count(*) from private.reports as r
      where r.outcome = 'open' and r.answer is null and r.due_at < now() + interval '1 hour'),
    count(*), count(*) filter (where r.outcome = 'replaced'),
    round((percentile_cont(0.5) within group (
      order by extract(epoch from r.answered_at - r.created_at) / 3600
    ) filter (where r.answered_at is not null))::numeric, 2)
  from private.reports as r where r.created_at > now() - interval '30 days';
end
$function$;
comment on function private.report_counts() is 'The counts behind public.report_counts().';
grant execute on function private.report_counts() to authenticated;

-- function private.report_delivery

CREATE OR REPLACE FUNCTION private.report_delivery(p_order_id uuid, p_reason text, p_items integer)
 RETURNS TABLE(outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Counted before the call waits: a report that was sent twice must not be one of its own replacement.
  v_items integer := coalesce(p_items, (select count(*) from private.deliveries as d where d.order_id = p_order_id));
  v_order public.orders;
  v_delivery private.deliveries;
  v_batch uuid;
  v_reason text := nullif(private.trim_text(p_reason), '');
begin
  if v_reason is null or char_length(v_reason) > 1000 then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  -- Locks the order before, through an email, the person, whom a deletion locks first.
  perform private.wait_for_deletions();
  -- One report at a time per member, who has one replacement in 30 days.
  perform pg_advisory_xact_lock(hashtextextended('private.report_delivery:' || auth.uid(), 0));
  -- Not while it is being cancelled or read.
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.user_id = auth.uid() and o.status <> 'cancelled' for no key update;
  select * into v_delivery from private.deliveries as d
  where d.order_id = v_order.id and d.withdrawn_at is null for update;
  if not found then
    v_delivery := private.current_delivery(v_order);
  end if;
  if v_delivery.order_id is null then
    raise exception 'nothing_to_report' using errcode = 'PT404';
  end if;
  outcome := private.next_report(v_delivery, v_order.account_id);
  if outcome is null or v_items <> (select count(*) from private.deliveries as d where d.order_id = v_order.id) then
    raise exception 'report_refused' using errcode = 'PT409';
  end if;
  if v_delivery.id is null then
    insert into private.deliveries (order_id, benefit_id, method, instructions, delivered_at)
    values (v_order.id, v_order.benefit_id, v_delivery.method, v_delivery.instructions, v_delivery.delivered_at)
    returning id into v_delivery.id;
  end if;

  if v_delivery.key_id is not null then
    select k.batch_id into v_batch from private.delivery_keys as k where k.id = v_delivery.key_id;
    -- One report at a time per batch: two at once would each miss the other.
    perform from private.key_batches where id = v_batch for update;
    if v_delivery.read_at is not null then
      update private.delivery_keys set quarantined_at = now() where id = v_delivery.key_id;
    end if;
  end if;
  if outcome = 'replaced' and not private.add_delivery(v_order, v_batch) then
    outcome := 'open';
  end if;
  insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome)
  values (v_order.id, v_order.account_id, v_delivery.id, v_batch, v_reason, report_delivery.outcome);
  if v_batch is not null then
    perform private.hold_bad_batch(v_batch);
  end if;
  return next;
end
$function$;
comment on function private.report_delivery(p_order_id uuid, p_reason text, p_items integer) is 'The report behind public.report_delivery().';
grant execute on function private.report_delivery(p_order_id uuid, p_reason text, p_items integer) to authenticated;

-- function private.report_details

CREATE OR REPLACE FUNCTION private.report_details(p_report_id uuid)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamp with time zone, due_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, order_status text, price integer, benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamp with time zone, customer_id uuid, customer_name text, customer_email text, can_replace boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, p.name, r.created_at, r.due_at, r.answered_at, o.id,
    o.order_number, o.status, o.benefit_token_value, o.benefit_id, o.benefit_name, d.method,
    private.mask_key(coalesce(k.secret, case d.kind when 'key' then d.content end)), b.number, d.delivered_at,
    o.user_id, o.customer_name, o.customer_email,
    o.status <> 'cancelled' and o.user_id is not null and case o.delivery_method
      when 'key' then private.keys_left(o.benefit_id, 1) > 0
      when 'link' then s.link is not null
      when 'file' then s.file_path is not null
      else false end
  from private.reports as r
  join public.orders as o on o.id = r.order_id
  join private.deliveries as d on d.id = r.delivery_id
  left join private.delivery_keys as k on k.id = d.key_id
  left join private.key_batches as b on b.id = r.batch_id
  left join private.benefit_delivery as s on s.benefit_id = o.benefit_id
  left join public.profiles as p on p.id = r.answered_by
  where r.id = p_report_id;
end
$function$;
comment on function private.report_details(p_report_id uuid) is 'The report behind public.report_details().';
grant execute on function private.report_details(p_report_id uuid) to authenticated;

-- function private.report_email_data

CREATE OR REPLACE FUNCTION private.report_email_data(p_kind text, p_report uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('report_id', r.id, 'order_id', o.id, 'order_number', o.order_number, 'benefit', o.benefit_name, 'tokens', o.benefit_token_value, 'reason', r.reason, 'text', r.answer_text, 'replaced', (r.answer = 'replaced'::text), 'refunded', (r.answer = 'refunded'::text)) AS jsonb_build_object
    FROM (private.reports r
      JOIN orders o ON ((o.id = r.order_id)))
   WHERE ((r.id = report_email_data.p_report) AND ((r.answer IS NULL) = (report_email_data.p_kind = 'report_opened'::text)));
END;
comment on function private.report_email_data(p_kind text, p_report uuid) is 'What an email about a report shows; null for ''report_opened'' once it has been answered.';

-- function private.report_emails_queue

CREATE OR REPLACE FUNCTION private.report_emails_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.queue_admin_email('report_opened', new.id, now());
  else
    perform private.queue_email('report_answered', new.id, p.id, now()) from public.profiles as p where p.id = new.account_id;
  end if;
  return null;
end
$function$;
comment on function private.report_emails_queue() is 'Trigger: queues the email about a report for the admins, and the one about its answer for the member (D34).';

-- function private.report_notification

CREATE OR REPLACE FUNCTION private.report_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify(
    'report_answered', new.account_id, new.id, o.id, o.benefit_id,
    jsonb_build_object(
      'order_number', o.order_number, 'benefit', o.benefit_name, 'answer', new.answer,
      'tokens', case when new.answer = 'refunded' then o.benefit_token_value end))
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  return null;
end
$function$;
comment on function private.report_notification() is 'Trigger: tells the member that a report has been answered.';

-- function private.request_deletion

CREATE OR REPLACE FUNCTION private.request_deletion()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_person public.profiles;
  v_requested_at timestamptz;
  v_fifth timestamptz;
begin
  -- One request at a time.
  select * into v_person from public.profiles as p where p.id = auth.uid() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if not private.signed_in_with_password(interval '5 minutes') then
    raise exception 'password_required' using errcode = 'PT403';
  end if;
  perform private.refuse_last_admin(v_person.id);
  select r.requested_at into v_requested_at from private.deletion_requests as r where r.user_id = v_person.id;
  -- The same request again, as after a lost response.
  if v_person.deletes_at is not null or v_requested_at > now() - interval '1 minute' then
    return v_requested_at;
  end if;
  select a.at into v_fifth from private.attempts as a
  where a.kind = 'deletion' and a.caller = v_person.id::text and a.at > now() - interval '1 day' order by a.at desc offset 4 limit 1;
  if found then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_fifth + interval '1 day' - clock_timestamp()))::text;
  end if;
  perform private.count_attempt('deletion', v_person.id::text);
  insert into private.deletion_requests as r (user_id) values (v_person.id)
  on conflict (user_id) do update set id = gen_random_uuid(), requested_at = now()
  returning r.requested_at into v_requested_at;
  perform private.queue_email('deletion_requested', v_person.id, v_person.id, v_requested_at);
  return v_requested_at;
end
$function$;
comment on function private.request_deletion() is 'The request behind public.request_deletion().';
grant execute on function private.request_deletion() to authenticated;

-- function private.request_invitation

CREATE OR REPLACE FUNCTION private.request_invitation(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := private.trim_text(left(p_email, 1000));
  v_caller text := private.caller_address();
  v_tenth timestamptz;
  v_wait numeric;
begin
  if not coalesce(private.is_plain_address(v_email), false) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  perform private.refuse_undoable();
  -- One request at a time per caller: parallel ones would all read the same count.
  perform pg_advisory_xact_lock(hashtextextended('waitlist:' || v_caller, 0));
  select a.at into v_tenth from private.attempts as a
  where a.kind = 'waitlist' and a.caller = v_caller order by a.at desc offset 9 limit 1;
  v_wait := ceil(extract(epoch from v_tenth + interval '1 hour' - clock_timestamp()));
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
  perform private.count_attempt('waitlist', v_caller);
  -- Reads nothing about members and invitations, and writes a row in any case, so that neither the response nor its timing reveals anything.
  insert into public.waitlist as w (email, mailbox) values (v_email, private.mailbox_of(v_email))
  on conflict (mailbox) do update set requested_at = w.requested_at;
  return true;
end
$function$;
comment on function private.request_invitation(p_email text) is 'The request behind public.request_invitation(), ten an hour per network address.';
grant execute on function private.request_invitation(p_email text) to anon, authenticated;

-- function private.require_admin

CREATE OR REPLACE FUNCTION private.require_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.writes_as_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
end
$function$;
comment on function private.require_admin() is 'Raises not_admin unless the caller is an admin, and second_factor_required to one whose session lacks it.';

-- function private.require_admin_to_read

CREATE OR REPLACE FUNCTION private.require_admin_to_read()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
end
$function$;
comment on function private.require_admin_to_read() is 'Raises not_admin unless the caller is an admin. For what changes and reveals nothing: it needs no second factor.';

-- function private.resend_invitation

CREATE OR REPLACE FUNCTION private.resend_invitation(p_code_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
begin
  perform private.check_resend(v_invitation);
  perform private.queue_invitation(p_code_id);
  perform private.log_invitation(p_code_id, jsonb_build_object('sends', v_invitation.sends + 1));
end
$function$;
comment on function private.resend_invitation(p_code_id uuid) is 'The change behind public.resend_invitation().';
grant execute on function private.resend_invitation(p_code_id uuid) to authenticated;

-- function private.reset_second_factor

CREATE OR REPLACE FUNCTION private.reset_second_factor(p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_factors integer;
begin
  perform private.require_admin();
  if p_person = auth.uid() then
    raise exception 'cannot_reset_own_factor' using errcode = 'PT409';
  end if;
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = p_person for key share;
  if not found then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  with removed as (delete from auth.mfa_factors as f where f.user_id = p_person returning f.status)
  select count(*) filter (where r.status = 'verified') into v_factors from removed as r;
  if v_factors = 0 then
    raise exception 'no_second_factor' using errcode = 'PT409';
  end if;
  delete from auth.sessions as s where s.user_id = p_person;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'profiles', p_person::text, 'update',
    jsonb_build_object('second_factors', v_factors), jsonb_build_object('second_factors', 0));
  perform private.queue_email('second_factor_reset', auth.uid(), p_person, clock_timestamp());
end
$function$;
comment on function private.reset_second_factor(p_person uuid) is 'The change behind public.reset_second_factor().';
grant execute on function private.reset_second_factor(p_person uuid) to authenticated;

-- function private.reveal_key

CREATE OR REPLACE FUNCTION private.reveal_key(p_key_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key private.delivery_keys;
begin
  perform private.require_admin();
  perform private.refuse_undoable();
  perform private.check_hourly('reveal_key', 30);
  perform private.count_attempt('reveal_key', auth.uid()::text);
  select * into v_key from private.delivery_keys as k where k.id = p_key_id;
  if not found then
    return null;
  end if;
  perform private.log_key(v_key, '{"revealed": true}');
  return v_key.secret;
end
$function$;
comment on function private.reveal_key(p_key_id bigint) is 'The key behind public.reveal_key().';
grant execute on function private.reveal_key(p_key_id bigint) to authenticated;

-- function private.revoke_codes

CREATE OR REPLACE FUNCTION private.revoke_codes(p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
  v_table text;
  v_reason text := nullif(btrim(p_reason), '');
begin
  perform private.begin_admin_write();
  v_table := 'public.' || private.code_table(p_kind);
  if p_dry_run is false and (v_reason is null or char_length(v_reason) > 200) then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation(
    'code_revocation', jsonb_build_object('kind', p_kind), jsonb_strip_nulls(jsonb_build_object('reason', v_reason)), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, v_table, 'uuid', case when p_filter is not null then
        -- Codes of invitations have no list to choose from, but a batch.
        private.code_filter(p_filter) || case when p_filter ? 'batch' then '' else ' and ' || private.code_listed(p_kind) end end,
      p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.revoke_codes(p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.revoke_codes().';
grant execute on function private.revoke_codes(p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.revoke_invitation

CREATE OR REPLACE FUNCTION private.revoke_invitation(p_code_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_invitation(p_code_id, false);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = auth.uid(), revoked_reason = 'Revoked by the inviter' where c.id = p_code_id;
  perform private.log_invitation(p_code_id, '{"revoked": true}');
end
$function$;
comment on function private.revoke_invitation(p_code_id uuid) is 'The change behind public.revoke_invitation().';
grant execute on function private.revoke_invitation(p_code_id uuid) to authenticated;

-- function private.run_due

CREATE OR REPLACE FUNCTION private.run_due(p_now timestamp with time zone DEFAULT now())
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item text;
  v_failed text[] := '{}';
  v_reconciled timestamptz := (select i.done_until from private.due_items as i where i.item = 'reconcile');
begin
  -- One at a time; what another one does need not be done again.
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due', 0)) then
    return v_failed;
  end if;
  -- What one item locks is locked until the last is done. The reconcile, which may take minutes, therefore comes first.
  -- Then deletions: they wait for others who change an order or a person, who must not wait for what is locked here.
  -- The admins' notifications last, as others wait for them (lock_admin_notifications).
  foreach v_item in array array[
    'due_reconcile', 'due_deletions', 'due_benefits', 'due_memberships', 'due_retention', 'due_operations', 'due_referrals',
    'due_shortages', 'due_overdue', 'due_waitlist'] loop
    -- It has notified the admins; the next call does the others.
    exit when v_item = 'due_deletions' and exists (
      select from private.due_items as i where i.item = 'reconcile' and i.done_until <> v_reconciled and i.found > 0);
    begin
      execute format('select private.%I($1)', v_item) using p_now;
    exception when query_canceled or others then
      -- `others` does not include a statement that took too long.
      raise warning '% failed: %', v_item, sqlerrm;
      v_failed := v_failed || v_item;
    end;
  end loop;
  return v_failed;
end
$function$;
comment on function private.run_due(p_now timestamp with time zone) is 'Does what is due at a time, each item by itself, and returns those that failed and are tried again by the next call. Calling it again does nothing more; after a day without calls it catches up (D40).';
grant execute on function private.run_due(p_now timestamp with time zone) to service_role;

-- function private.run_operation

CREATE OR REPLACE FUNCTION private.run_operation(p_operation operations, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations := p_operation;
  v_expected jsonb := '{}';
begin
  -- A repeated request, or one whose response was lost.
  if v_operation.state <> 'planned' then
    return private.describe_operation(v_operation);
  end if;
  if v_operation.total > 0 then
    v_expected := to_jsonb(private.describe_operation(v_operation));
  end if;
  -- The rows of the first step cannot change between plan and step.
  if p_dry_run is false then
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, 1, 500;
  end if;
  perform private.plan_operation(v_operation, 1, 2147483647);
  v_operation := private.count_operation(v_operation.id);
  if p_dry_run is false then
    perform private.check_numbers(v_operation, v_expected || coalesce(p_expected, '{}'));
    update public.operations as o set state = 'running', started_at = clock_timestamp() where o.id = v_operation.id returning * into v_operation;
    perform private.log_operation(v_operation);
    -- Nothing more is locked now, after the stocks and balances of these rows.
    v_operation := private.step_operation(v_operation, 500);
  end if;
  return private.describe_operation(v_operation);
end
$function$;
comment on function private.run_operation(p_operation operations, p_dry_run boolean, p_expected jsonb) is 'Plans an operation whose rows were added and, unless it is a dry run, compares its numbers with the expected ones and takes the first step.';

-- function private.same_phone

CREATE OR REPLACE FUNCTION private.same_phone(p_phone text, p_other text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- The last digits, so that '+44 20' and '020' compare equal.
  v_digits text := right(regexp_replace(p_phone, '[^0-9]', '', 'g'), 8);
begin
  return coalesce(char_length(v_digits) >= 7 and v_digits = right(regexp_replace(p_other, '[^0-9]', '', 'g'), 8), false);
end
$function$;
comment on function private.same_phone(p_phone text, p_other text) is 'Whether the last eight digits of two telephone numbers, at least seven, are the same.';

-- function private.save_delivery_settings

CREATE OR REPLACE FUNCTION private.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text, p_link text, p_file jsonb, p_low_stock integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old record;
  v_new private.benefit_delivery;
  v_changed text[];
begin
  perform private.require_admin();
  perform from public.benefits as b where b.id = p_benefit_id for no key update;
  select b.delivery_method as method, d.instructions, d.link, d.file_path, coalesce(d.low_stock, 10) as low_stock,
    coalesce(d.updated_at, b.created_at) as updated_at
  into v_old
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id where b.id = p_benefit_id;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  elsif v_old.updated_at <> p_updated_at then
    raise exception 'settings_changed' using errcode = 'PT409';
  end if;
  v_new := row(p_benefit_id, nullif(private.trim_text(p_instructions), ''), nullif(private.trim_text(p_link), ''),
    p_file ->> 'path', p_file ->> 'name', (p_file ->> 'size')::bigint, p_file ->> 'type', p_low_stock, null,
    greatest(now(), v_old.updated_at + interval '1 microsecond'));
  if (p_method = 'link' and v_new.link is null) or (p_method = 'file' and v_new.file_path is null)
    or v_new.file_path not like p_benefit_id || '/%'
    -- It may have been removed in the meantime: removing one locks the benefit as well.
    or (v_new.file_path is not null and not exists (
      select from storage.objects as o where o.bucket_id = 'deliveries' and o.name = v_new.file_path))
  then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  insert into private.benefit_delivery select v_new.*
  on conflict (benefit_id) do update set
    instructions = excluded.instructions, link = excluded.link, file_path = excluded.file_path,
    file_name = excluded.file_name, file_size = excluded.file_size, file_type = excluded.file_type,
    low_stock = excluded.low_stock, updated_at = excluded.updated_at,
    -- A lower mark may not have been reached yet.
    low_since = case when private.keys_left(p_benefit_id, excluded.low_stock) < excluded.low_stock then benefit_delivery.low_since end;
  if v_old.method <> p_method then
    update public.benefits set delivery_method = p_method, stock = case when p_method <> 'key' then stock end where id = p_benefit_id;
  end if;
  -- Names of settings only: a link or an instruction may be a secret (D29).
  v_changed := array_remove(array[
    case when v_old.instructions is distinct from v_new.instructions then 'instructions' end,
    case when v_old.link is distinct from v_new.link then 'link' end,
    case when v_old.file_path is distinct from v_new.file_path then 'file' end,
    case when v_old.low_stock <> v_new.low_stock then 'low stock' end], null);
  if v_old.method <> p_method or v_changed <> '{}' then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'benefits', p_benefit_id::text, 'update', jsonb_build_object('delivery_method', v_old.method),
      jsonb_build_object('delivery_method', p_method, 'delivery_changed', to_jsonb(v_changed)));
  end if;
  return v_new.updated_at;
end
$function$;
comment on function private.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text, p_link text, p_file jsonb, p_low_stock integer) is 'The change behind public.save_delivery_settings().';
grant execute on function private.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text, p_link text, p_file jsonb, p_low_stock integer) to authenticated;

-- function private.search_all

CREATE OR REPLACE FUNCTION private.search_all(p_term text)
 RETURNS TABLE(kind text, id uuid, title text, detail text, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(p_term);
  -- Of a code, at least its last four characters.
  v_ending text := case when char_length(p_term) >= 4 then substr(v_pattern, 1, length(v_pattern) - 1) end;
begin
  return query
  (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), concat_ws(', ', coalesce(o.benefit_name, b.name), p.name), o.status
  from private.search_orders(jsonb_build_object('search', p_term), 'newest', null, null, false, 5) as o
  left join public.profiles as p on p.id = o.user_id left join public.benefits as b on b.id = o.benefit_id
  order by o.created_at desc, o.id desc)
  union all
  (select 'person', p.id, p.name, p.email, p.role
  from private.search_profiles(p_term, 'created_at', false, null, null, false, 5) as p
  order by p.created_at desc, p.id desc)
  union all
  (select 'benefit', b.id, b.name, null, case when b.is_active then 'active' else 'inactive' end
  from public.benefits as b where lower(b.name) like v_pattern order by lower(b.name), b.id limit 5)
  union all
  (select 'token_code', c.id, '••••' || right(c.code, 4), c.note, private.state_of_code(c.is_used, c.is_revoked, c.expires_at)
  from public.redeem_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5)
  union all
  (select 'invite_code', c.id, '••••' || right(c.code, 4), c.note, private.state_of_code(c.is_used, c.is_revoked, c.expires_at)
  from public.invite_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5);
end
$function$;
comment on function private.search_all(p_term text) is 'Up to five orders, people, benefits and codes each that a term finds; a code by its end, of which four characters are shown. Does not check its caller.';

-- function private.search_codes

CREATE OR REPLACE FUNCTION private.search_codes(p_table anyelement, p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS SETOF anyelement
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  perform private.require_admin_to_read();
  v_ids := private.page_ids(
    p_from => format('%s as r', pg_typeof(p_table)),
    p_where => private.code_state(p_state) || ' and ' || private.code_listed(case pg_typeof(p_table)::text when 'public.invite_codes' then 'invite' end),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by)))$text$,
    p_hit => private.code_match(p_state),
    -- Each row needs a lookup of a person.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query execute format(
    'select c.* from unnest($1) with ordinality as page (id, position) join %s as c using (id) order by page.position',
    pg_typeof(p_table)
  ) using v_ids;
end
$function$;
comment on function private.search_codes(p_table anyelement, p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_redeem_codes() and search_invite_codes(), by the row type; raises not_admin for everybody else.';
grant execute on function private.search_codes(p_table anyelement, p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_everything

CREATE OR REPLACE FUNCTION private.search_everything(p_term text, p_all boolean)
 RETURNS TABLE(kind text, id uuid, title text, detail text, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
AS $function$
declare
  v_term text := left(coalesce(private.trim_text(p_term), ''), 100);
begin
  if p_all then
    perform private.require_admin_to_read();
  end if;
  if char_length(v_term) >= 2 then
    if p_all then
      return query select f.kind, f.id, f.title, f.detail, f.state from private.search_all(v_term) as f;
    else
      return query select f.kind, f.id, f.title, f.detail, f.state from private.search_own(v_term) as f;
    end if;
  end if;
end
$function$;
comment on function private.search_everything(p_term text, p_all boolean) is 'The search behind public.search_everything(); raises not_admin.';
grant execute on function private.search_everything(p_term text, p_all boolean) to authenticated;

-- function private.search_invitations

CREATE OR REPLACE FUNCTION private.search_invitations(p_search text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(code_id uuid, code text, source text, inviter text, email text, bound boolean, message text, state text, sends integer, queued_at timestamp with time zone, last_sent_at timestamp with time zone, opened_at timestamp with time zone, opens integer, joined_at timestamp with time zone, joined_id uuid, joined_name text, expires_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  perform private.require_admin_to_read();
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
$function$;
comment on function private.search_invitations(p_search text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_invitations(); raises not_admin for everybody else.';
grant execute on function private.search_invitations(p_search text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_keys

CREATE OR REPLACE FUNCTION private.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id bigint, mask text, state text, batch integer, order_id uuid, order_number text, customer_name text, changed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_term text := lower(coalesce(private.trim_text(p_search), ''));
  v_from bigint := case when p_reverse then coalesce(p_key_id + 1, 0) else 0 end;
  v_to bigint := case when p_reverse then 9e18 else coalesce(p_key_id - 1, 9e18) end;
  v_limit integer := private.page_size(p_limit);
  v_held uuid[];
  v_ids bigint[];
begin
  perform private.require_admin_to_read();
  -- A statement for each way to find keys: to plan them all takes longer than to run one.
  if v_term <> '' then
    v_ids := array(
      select k.id from private.delivery_keys as k
      where k.benefit_id = p_benefit_id and lower(right(k.secret, 4)) = v_term and private.key_ending(k.secret) = right(k.secret, 4)
      union all
      select k.id from private.delivery_keys as k
      where k.benefit_id = p_benefit_id and private.key_ending(k.secret) <> right(k.secret, 4)
        and lower(private.key_ending(k.secret)) = v_term
      union all
      select d.key_id from private.deliveries as d
      where d.key_id is not null and d.order_id in (
        -- By order or member: of the newest orders that match; each has few keys.
        select o.id from public.orders as o
        where o.benefit_id = p_benefit_id and o.search_text like private.like_pattern(v_term)
        order by o.created_at desc limit 200));
  elsif p_state is null then
    v_ids := array(
      select k.id from private.delivery_keys as k where k.benefit_id = p_benefit_id and k.id between v_from and v_to
      order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit);
  elsif p_state = 'available' then
    v_held := private.quarantined_batches(p_benefit_id);
    v_ids := array(
      select a.key_id from private.available_keys as a
      where a.benefit_id = p_benefit_id and a.key_id between v_from and v_to and a.batch_id <> all (v_held)
      order by case when p_reverse then a.key_id end, case when not p_reverse then a.key_id end desc limit v_limit);
  elsif p_state = 'delivered' then
    v_ids := array(
      select d.key_id from private.deliveries as d
      where d.benefit_id = p_benefit_id and d.key_id between v_from and v_to
        and (select k.quarantined_at from private.delivery_keys as k where k.id = d.key_id) is null
      order by case when p_reverse then d.key_id end, case when not p_reverse then d.key_id end desc limit v_limit);
  elsif p_state = 'quarantined' then
    v_held := private.quarantined_batches(p_benefit_id);
    v_ids := array(
      (select k.id from private.delivery_keys as k
        where k.benefit_id = p_benefit_id and k.quarantined_at is not null and k.id between v_from and v_to
        order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit)
      union all
      select held.key_id from unnest(v_held) as batch (id) cross join lateral (
        select k.id as key_id from private.delivery_keys as k
        where k.batch_id = batch.id and k.id between v_from and v_to
          and exists (select from private.available_keys as a where a.benefit_id = p_benefit_id and a.key_id = k.id)
        order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit) as held);
  end if;
  return query
  select f.id, private.mask_key(f.secret), f.state, f.number, f.order_id, o.order_number, o.customer_name, f.changed_at
  from (
    select k.id, k.secret, b.number, d.order_id,
      case
        when k.quarantined_at is not null or (b.quarantined_at is not null and d.id is null) then 'quarantined'
        when d.id is not null then 'delivered'
        else 'available'
      end as state,
      coalesce(k.quarantined_at, d.delivered_at, b.created_at) as changed_at
    from private.delivery_keys as k
    join private.key_batches as b on b.id = k.batch_id
    left join private.deliveries as d on d.key_id = k.id
    where k.id = any (v_ids) and k.id between v_from and v_to
  ) as f left join public.orders as o on o.id = f.order_id
  where p_state is null or f.state = p_state
  order by case when p_reverse then f.id end, case when not p_reverse then f.id end desc
  limit v_limit;
end
$function$;
comment on function private.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'The keys behind public.search_keys().';
grant execute on function private.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_orders

CREATE OR REPLACE FUNCTION private.search_orders(p_filter jsonb, p_sort text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS SETOF orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_where text;
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin_to_read();
  v_where := private.order_filter(p_filter - 'search');
  v_match := private.order_condition('search', coalesce(p_filter -> 'search', '""'));
  -- What is closed has no due time any more; the index has only what waits.
  if p_sort is null or p_sort not in ('newest', 'due')
    or (p_sort = 'due' and not p_filter ? 'due'
      and coalesce(p_filter ->> 'status', '') not in ('pending', 'processing', 'waiting', 'overdue'))
  then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => case when p_sort = 'newest' and (p_filter ? 'due' or p_filter ->> 'status' = 'waiting')
      then private.waiting_orders(not coalesce(p_reverse, false)) else 'public.orders as r' end,
    p_where => v_where,
    p_sort => case p_sort when 'due' then 'r.due_at' else 'r.created_at' end,
    p_descending => (p_sort = 'newest') <> coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_filter ->> 'search', ''),
    -- Any match counts as containing the term.
    p_text => format('case when %s then %L end', v_match, lower(coalesce(p_filter ->> 'search', ''))),
    p_hit => replace(v_match, '%', '%%'),
    p_walk => 4000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$function$;
comment on function private.search_orders(p_filter jsonb, p_sort text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_orders(); raises not_admin for everybody else.';
grant execute on function private.search_orders(p_filter jsonb, p_sort text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_own

CREATE OR REPLACE FUNCTION private.search_own(p_term text)
 RETURNS TABLE(kind text, id uuid, title text, detail text, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(p_term);
begin
  return query
  (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), coalesce(o.benefit_name, b.name), o.status
  from public.orders as o left join public.benefits as b on b.id = o.benefit_id
  where o.user_id = auth.uid() and lower(concat_ws(E'\n', o.order_number, o.benefit_name)) like v_pattern
  order by o.created_at desc, o.id desc limit 5)
  union all
  (select 'benefit', b.id, b.name, null, null
  from public.benefits as b
  where b.is_active and (b.closes_at is null or b.closes_at > now()) and private.is_member() and lower(b.name) like v_pattern
  order by lower(b.name), b.id limit 5);
end
$function$;
comment on function private.search_own(p_term text) is 'The caller''s own orders, and benefits of the catalogue, whose name contains a term.';

-- function private.search_profiles

CREATE OR REPLACE FUNCTION private.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS SETOF profiles
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'created_at' then '%s::timestamptz'
    when 'current_tokens' then '%s::integer'
    when 'name' then 'lower(%s)'
    when 'email' then 'lower(%s)'
  end;
  v_ids uuid[];
begin
  perform private.require_admin_to_read();
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => case
      when p_sort <> 'current_tokens' then 'public.profiles as r'
      when coalesce(p_search, '') = '' then
        $from$(select b.user_id as id, b.tokens as current_tokens, '' as name, '' as email from private.sorted_balances as b) as r$from$
      else
        '(select b.user_id as id, b.tokens as current_tokens, p.name, p.email
          from private.sorted_balances as b join public.profiles as p on p.id = b.user_id) as r'
    end,
    p_where => 'true',
    p_sort => format(v_form, 'r.' || p_sort),
    p_descending => coalesce(p_ascending, false) = coalesce(p_reverse, false),
    p_key => format(v_form, quote_literal(p_key_value)),
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(r.name || E'\n' || r.email)$text$,
    p_hit => $hit$lower(r.name || E'\n' || r.email) like %L$hit$,
    -- Fewer than of orders: rows sorted by name are not stored next to each other.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select p.* from unnest(v_ids) with ordinality as page (id, position) join public.profiles as p using (id)
  order by page.position;
end
$function$;
comment on function private.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_profiles(); raises not_admin for everybody else.';
grant execute on function private.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_reports

CREATE OR REPLACE FUNCTION private.search_reports(p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, created_at timestamp with time zone, due_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, benefit_id uuid, benefit_name text, method text, batch integer, customer_name text, earlier integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(lower(p_search), ''));
  -- Open reports by due time, the first due first; all by time, the newest first.
  v_ascending boolean := p_open <> p_reverse;
begin
  perform private.require_admin_to_read();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.created_at, r.due_at, r.answered_at, o.id, o.order_number, o.benefit_id,
    o.benefit_name, o.delivery_method, b.number, o.customer_name,
    (select count(*)::integer from private.reports as e where e.order_id = r.order_id and e.created_at < r.created_at)
  from private.reports as r
  join public.orders as o on o.id = r.order_id
  left join private.key_batches as b on b.id = r.batch_id
  where (not p_open or (r.outcome = 'open' and r.answer is null))
    and (p_benefit_id is null or o.benefit_id = p_benefit_id)
    and (v_pattern is null or o.search_text like v_pattern
      or 'r-' || lpad(r.number::text, greatest(4, length(r.number::text)), '0') like v_pattern)
    and (p_key_id is null or case when v_ascending
      then (case when p_open then r.due_at else r.created_at end, r.id) > (p_key_time, p_key_id)
      else (case when p_open then r.due_at else r.created_at end, r.id) < (p_key_time, p_key_id) end)
  order by
    case when p_open and not p_reverse then r.due_at end, case when p_open and p_reverse then r.due_at end desc,
    case when not p_open and p_reverse then r.created_at end, case when not p_open and not p_reverse then r.created_at end desc,
    case when v_ascending then r.id end, case when not v_ascending then r.id end desc
  limit private.page_size(p_limit);
end
$function$;
comment on function private.search_reports(p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The reports behind public.search_reports().';
grant execute on function private.search_reports(p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function private.second_factor_setting

CREATE OR REPLACE FUNCTION private.second_factor_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only a session with a second factor may change it; otherwise a stolen password could switch the protection off.
  if coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  return new;
end
$function$;
comment on function private.second_factor_setting() is 'Trigger: only a session with the second factor changes whether admins need one, in both directions; or the owner, in SQL.';

-- function private.second_factors_of

CREATE OR REPLACE FUNCTION private.second_factors_of(p_person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return (select count(*) from auth.mfa_factors as f where f.user_id = p_person and f.status = 'verified');
end
$function$;
comment on function private.second_factors_of(p_person uuid) is 'The number behind public.second_factors_of().';
grant execute on function private.second_factors_of(p_person uuid) to authenticated;

-- function private.send_invitations

CREATE OR REPLACE FUNCTION private.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer)
 RETURNS TABLE("position" integer, email text, state text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin boolean;
  v_bound boolean := p_bound;
  v_days integer := p_days;
  v_message text;
  v_batch uuid := gen_random_uuid();
  v_sent integer;
begin
  -- Lock first, then check: the caller may be deleted or lose the role while waiting (D11).
  perform private.lock_invitations();
  v_admin := private.writes_as_admin();
  if not v_admin and not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if not v_admin then
    perform private.lock_link(auth.uid());
    perform private.lock_elsewhere(auth.uid());
  end if;
  v_message := private.invitation_message(p_message, v_admin);
  if not v_admin then
    v_bound := true;
    v_days := 30;
  elsif v_bound is null or not coalesce(v_days between 1 and 90, false) then
    raise exception 'invalid_days' using errcode = 'PT422';
  end if;
  return query
  with plan as materialized (
    select p.position, p.email, p.state from private.plan_invitations(p_rows, case when not v_admin then auth.uid() end) as p
  ),
  sent as materialized (
    select count(*) from private.create_invitations(
      auth.uid(), case when v_admin then 'admin' else 'member' end,
      array(select p.email from plan as p where p.state = 'new' and p_dry_run is false order by p.position),
      v_bound, now() + v_days * interval '1 day', v_message, 1, v_batch)
  )
  select p.position, p.email, p.state from plan as p, sent order by p.position;
  select count(*) into v_sent from public.invite_codes as c where c.batch_id = v_batch;
  if v_admin and v_sent > 0 then
    -- The addresses are with the invitations, from where they can be erased (D12).
    insert into private.audit_log (actor_id, table_name, row_id, action, after)
    values (auth.uid(), 'invitations', v_batch::text, 'insert',
      jsonb_build_object('count', v_sent, 'bound', v_bound, 'expires_at', now() + v_days * interval '1 day'));
  end if;
end
$function$;
comment on function private.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer) is 'The invitations behind public.send_invitations().';
grant execute on function private.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer) to authenticated;

-- function private.send_test_email

CREATE OR REPLACE FUNCTION private.send_test_email(p_template text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid := gen_random_uuid();
begin
  perform private.require_admin();
  if (
    select count(*) >= 20 from private.outbox as o
    where o.kind = 'test' and o.recipient_id = auth.uid() and o.created_at > now() - interval '1 hour'
  ) then
    raise exception 'rate_limited' using errcode = 'PT429', detail = '3600';
  end if;
  insert into private.outbox (id, kind, recipient_id, template) values (v_id, 'test', auth.uid(), p_template);
  return v_id;
end
$function$;
comment on function private.send_test_email(p_template text) is 'Queues the email of public.send_test_email(); raises not_admin for everybody else.';
grant execute on function private.send_test_email(p_template text) to authenticated;

-- function private.serialize_batches

CREATE OR REPLACE FUNCTION private.serialize_batches()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_batches ' || tg_table_name, 0));
  return null;
end
$function$;
comment on function private.serialize_batches() is 'Trigger: one statement at a time creates codes of a kind: two batches with the same codes in another order would deadlock.';

-- function private.serialize_deletions

CREATE OR REPLACE FUNCTION private.serialize_deletions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Whose statement can change nothing must not hold up those of others meanwhile; what members may do waits by itself.
  if auth.uid() is not null and not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' or tg_table_name = 'profiles' then
    perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  else
    perform private.wait_for_deletions();
  end if;
  return null;
end
$function$;
comment on function private.serialize_deletions() is 'Trigger: deletions of people, benefits and categories and changes of role run one at a time, and not while a status, a login''s email or the category of a benefit is being changed.';

-- function private.set_deletion

CREATE OR REPLACE FUNCTION private.set_deletion(p_person uuid, p_deletes_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_before timestamptz;
begin
  select p.deletes_at into v_before from public.profiles as p where p.id = p_person for no key update;
  update public.profiles set deletes_at = p_deletes_at where id = p_person;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (p_person, 'profiles', p_person::text, 'update', jsonb_build_object('deletes_at', v_before),
    jsonb_build_object('deletes_at', p_deletes_at));
end
$function$;
comment on function private.set_deletion(p_person uuid, p_deletes_at timestamp with time zone) is 'Sets or withdraws the time of a deletion, with its line in the log.';

-- function private.set_favourite

CREATE OR REPLACE FUNCTION private.set_favourite(p_benefit_id uuid, p_favourite boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_caller();
  if p_favourite then
    perform private.lock_visible(p_benefit_id);
    insert into private.favourites (user_id, benefit_id) values (auth.uid(), p_benefit_id) on conflict do nothing;
  else
    delete from private.favourites as f where f.user_id = auth.uid() and f.benefit_id = p_benefit_id;
  end if;
end
$function$;
comment on function private.set_favourite(p_benefit_id uuid, p_favourite boolean) is 'The change behind public.set_favourite().';
grant execute on function private.set_favourite(p_benefit_id uuid, p_favourite boolean) to authenticated;

-- function private.set_key_aside

CREATE OR REPLACE FUNCTION private.set_key_aside(p_key_id bigint, p_aside boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key private.delivery_keys;
  v_state text := 'quarantined';
begin
  perform private.require_admin();
  select * into v_key from private.delivery_keys as k where k.id = p_key_id for no key update;
  if not found then
    return null;
  end if;
  if p_aside then
    -- Waits for an order that is taking it.
    delete from private.available_keys as a where a.benefit_id = v_key.benefit_id and a.key_id = p_key_id;
    perform private.begin_shortage(v_key.benefit_id);
  elsif exists (select from private.deliveries as d where d.key_id = p_key_id) then
    v_state := 'delivered';
  else
    v_state := case when v_key.batch_id = any (private.quarantined_batches(v_key.benefit_id)) then 'quarantined' else 'available' end;
    -- A key that is not set aside is in the pool, or an order is taking it.
    if v_key.quarantined_at is not null then
      insert into private.available_keys (benefit_id, key_id, batch_id)
      values (v_key.benefit_id, p_key_id, v_key.batch_id) on conflict do nothing;
      perform private.end_shortage(v_key.benefit_id);
    end if;
  end if;
  if p_aside <> (v_key.quarantined_at is not null) then
    update private.delivery_keys as k set quarantined_at = case when p_aside then now() end where k.id = p_key_id;
    perform private.log_key(v_key, jsonb_build_object('state', v_state));
  end if;
  return v_state;
end
$function$;
comment on function private.set_key_aside(p_key_id bigint, p_aside boolean) is 'The change behind public.set_key_aside().';
grant execute on function private.set_key_aside(p_key_id bigint, p_aside boolean) to authenticated;

-- function private.set_keys_aside

CREATE OR REPLACE FUNCTION private.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.open_operation('key_quarantine', jsonb_build_object('aside', coalesce(p_aside, true)), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, 'private.delivery_keys', 'bigint', case when p_filter is not null then private.key_filter(p_filter) end, p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb) is 'The operation behind public.set_keys_aside().';
grant execute on function private.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function private.set_order_status

CREATE OR REPLACE FUNCTION private.set_order_status(p_order_id uuid, p_status text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_before text;
  v_updated_at timestamptz;
begin
  select o.status into v_before from public.orders as o where o.id = p_order_id for update;
  -- The time always changes, so that open pages read the order again.
  update public.orders set status = p_status, updated_at = greatest(now(), updated_at + interval '1 microsecond')
  where id = p_order_id
  returning updated_at into v_updated_at;
  if v_before <> p_status then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'orders', p_order_id::text, 'update', jsonb_build_object('status', v_before),
      jsonb_build_object('status', p_status));
  end if;
  return v_updated_at;
end
$function$;
comment on function private.set_order_status(p_order_id uuid, p_status text) is 'Sets the status on behalf of the caller, with its line in the log, and returns the new time; for functions that have checked the caller.';

-- function private.set_order_statuses

CREATE OR REPLACE FUNCTION private.set_order_statuses(p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text, p_note text)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  perform private.check_content(p_status, p_kind, p_content, p_message);
  perform private.check_note(nullif(private.trim_text(p_note), ''));
  v_operation := private.open_operation('order_status', jsonb_build_object('status', p_status), jsonb_strip_nulls(jsonb_build_object(
    'kind', p_kind, 'content', p_content, 'message', p_message, 'note', nullif(private.trim_text(p_note), ''))), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_orders(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$function$;
comment on function private.set_order_statuses(p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text, p_note text) is 'The operation behind public.set_order_statuses().';
grant execute on function private.set_order_statuses(p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text, p_note text) to authenticated;

-- function private.setting_before

CREATE OR REPLACE FUNCTION private.setting_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.value := btrim(new.value);
  new.updated_at := now();
  new.updated_by := auth.uid();
  if tg_op = 'UPDATE' and new.value = old.value then
    new.updated_at := old.updated_at;
    new.updated_by := old.updated_by;
  end if;
  return new;
end
$function$;
comment on function private.setting_before() is 'Trigger: the server sets author and time of a setting when its value changes, and only then.';

-- function private.setting_number

CREATE OR REPLACE FUNCTION private.setting_number(p_key text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select s.value::integer from public.app_settings as s where s.key = p_key), 0);
end
$function$;
comment on function private.setting_number(p_key text) is 'A setting that is a number; 0 unless an admin has set it.';

-- function private.settle_links

CREATE OR REPLACE FUNCTION private.settle_links(p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.settle_links(p_member uuid) is 'Lets the link of a member, or of everybody, admit as many as there are invitations left; with none left it is revoked, and the member gets another one when there are some again (D43).';

-- function private.settle_step

CREATE OR REPLACE FUNCTION private.settle_step(p_operation operations, p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_to integer;
begin
  -- No undo from here on, whatever the clock of the caller says.
  update public.operations as o set undo_until = least(o.undo_until, clock_timestamp()) where o.id = p_operation.id;
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position > p_operation.position and r.state in ('changed', 'kept')
    order by r.position limit p_limit
  ) as n;
  if v_to is null then
    update public.operations as o set settled_at = clock_timestamp() where o.id = p_operation.id;
    delete from private.operation_content as c where c.operation_id = p_operation.id;
  else
    execute 'select ' || private.operation_call(p_operation, '_settle') using p_operation, p_operation.position + 1, v_to;
    update public.operations as o set position = v_to where o.id = p_operation.id;
  end if;
end
$function$;
comment on function private.settle_step(p_operation operations, p_limit integer) is 'Tells and delivers what waited, of the next rows of an operation whose undo has closed, each once.';

-- function private.sign_unsubscribe

CREATE OR REPLACE FUNCTION private.sign_unsubscribe(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return encode(
    extensions.hmac(convert_to(p_text, 'UTF8'), (select s.value from private.unsubscribe_secret as s), 'sha256'), 'hex');
end
$function$;
comment on function private.sign_unsubscribe(p_text text) is 'The signature of a person and a group.';

-- function private.signed_in_with_password

CREATE OR REPLACE FUNCTION private.signed_in_with_password(p_within interval)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as m
    where m ->> 'method' = 'password' and (m ->> 'timestamp')::bigint > extract(epoch from clock_timestamp() - p_within)
  );
end
$function$;
comment on function private.signed_in_with_password(p_within interval) is 'Whether the caller entered the password this recently; a refreshed token keeps the time of its sign-in.';

-- function private.some_keys

CREATE OR REPLACE FUNCTION private.some_keys(p_row jsonb, p_keys text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(jsonb_object_agg(e.key, e.value), '{}'::jsonb) AS "coalesce"
    FROM jsonb_each(some_keys.p_row) e(key, value)
   WHERE (e.key = ANY (some_keys.p_keys));
END;
comment on function private.some_keys(p_row jsonb, p_keys text[]) is 'A row reduced to these keys: auth may add columns that hold secrets.';

-- function private.sort_balance

CREATE OR REPLACE FUNCTION private.sort_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.sorted_balances (user_id, tokens) values (new.id, new.current_tokens);
  elsif tg_op = 'DELETE' then
    delete from private.sorted_balances where tokens = old.current_tokens and user_id = old.id;
  else
    update private.sorted_balances set tokens = new.current_tokens where tokens = old.current_tokens and user_id = new.id;
  end if;
  return null;
end
$function$;
comment on function private.sort_balance() is 'Trigger: keeps private.sorted_balances.';

-- function private.state_of_code

CREATE OR REPLACE FUNCTION private.state_of_code(p_is_used boolean, p_is_revoked boolean, p_expires_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN p_is_revoked THEN 'revoked'::text
             WHEN p_is_used THEN 'used'::text
             WHEN (p_expires_at <= now()) THEN 'expired'::text
             ELSE 'available'::text
         END AS "case";
END;
comment on function private.state_of_code(p_is_used boolean, p_is_revoked boolean, p_expires_at timestamp with time zone) is 'Whether a code is available, used up, expired or revoked, by the clock of the server (D41).';

-- function private.status_tokens

CREATE OR REPLACE FUNCTION private.status_tokens(p_user_id uuid, p_price integer, p_from text, p_to text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_user_id is null or p_from = p_to then 0
    when p_to = 'cancelled' then coalesce(p_price, 0) when p_from = 'cancelled' then -coalesce(p_price, 0) else 0 end;
end
$function$;
comment on function private.status_tokens(p_user_id uuid, p_price integer, p_from text, p_to text) is 'What the member of an order receives when its status changes, or pays if negative, without a credit for lateness (D6).';

-- function private.step_operation

CREATE OR REPLACE FUNCTION private.step_operation(p_operation operations, p_last integer DEFAULT 2147483647)
 RETURNS operations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations := p_operation;
  v_to integer;
  v_positions integer[];
begin
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = v_operation.id and r.position > v_operation.position and r.position <= p_last and r.state = 'waiting'
    order by r.position limit 500
  ) as n;
  if v_to is not null then
    perform set_config('guildhall.operation', v_operation.id::text, true);
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, v_operation.position + 1, v_to;
    perform private.plan_operation(v_operation, v_operation.position + 1, v_to);
    v_positions := array(
      select r.position from private.operation_rows as r
      where r.operation_id = v_operation.id and r.position between v_operation.position + 1 and v_to and r.state = 'waiting'
      order by r.position);
    execute format($sql$
      update private.operation_rows as r set state = 'changed', before = a.before, after = a.after, changed_at = clock_timestamp()
      from private.%I($1, $2) as a where r.operation_id = ($1).id and r.position = a.position
    $sql$, v_operation.kind || '_apply') using v_operation, v_positions;
    perform set_config('guildhall.operation', '', true);
  end if;
  update public.operations as o set position = coalesce(v_to, o.position), stepped_at = clock_timestamp() where o.id = v_operation.id;
  v_operation := private.count_operation(v_operation.id);
  if v_operation.remaining = 0 then
    update public.operations as o
    set state = 'done', position = 0, finished_at = clock_timestamp(), undo_until = clock_timestamp() + interval '10 minutes'
    where o.id = v_operation.id returning * into v_operation;
  end if;
  return v_operation;
end
$function$;
comment on function private.step_operation(p_operation operations, p_last integer) is 'Changes the next 500 rows, up to a position, of a running operation, which is locked, each only if it is unchanged since the plan.';

-- function private.suspect_batches

CREATE OR REPLACE FUNCTION private.suspect_batches()
 RETURNS TABLE(id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamp with time zone, keys bigint, delivered bigint, held bigint, reported bigint, other_keys_left integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select b.id, b.benefit_id, f.name, b.number, b.quarantined_at,
    count(k.id), count(d.id), count(a.key_id),
    (select count(distinct r.delivery_id) from private.reports as r
      where r.batch_id = b.id and r.created_at > coalesce(b.released_at, '-infinity')),
    private.keys_left(b.benefit_id, 10000)
  from private.key_batches as b
  left join public.benefits as f on f.id = b.benefit_id
  left join private.delivery_keys as k on k.batch_id = b.id
  left join private.deliveries as d on d.key_id = k.id
  left join private.available_keys as a on a.benefit_id = k.benefit_id and a.key_id = k.id
  where b.quarantined_at is not null
  group by b.id, f.name
  order by b.quarantined_at, b.id;
end
$function$;
comment on function private.suspect_batches() is 'The batches behind public.suspect_batches().';
grant execute on function private.suspect_batches() to authenticated;

-- function private.sync_profile_email

CREATE OR REPLACE FUNCTION private.sync_profile_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$function$;
comment on function private.sync_profile_email() is 'Trigger: copies a changed login email to the profile.';

-- function private.take_stock

CREATE OR REPLACE FUNCTION private.take_stock(p_benefit uuid)
 RETURNS benefits
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_benefit public.benefits;
begin
  update public.benefits set stock = stock - 1 where id = p_benefit and stock is distinct from 0 returning * into v_benefit;
  if not found and exists (select from public.benefits where id = p_benefit) then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
  return v_benefit;
end
$function$;
comment on function private.take_stock(p_benefit uuid) is 'Locks a benefit, takes one from its stock, if it still has one, and returns it; raises sold_out (D38).';

-- function private.taken_codes

CREATE OR REPLACE FUNCTION private.taken_codes(p_kind text, p_codes text[])
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  if cardinality(p_codes) > 10000 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query execute format(
    'select c.at::integer from unnest($1) with ordinality as c (code, at)
    where exists (select from public.%I as r where r.code = private.normalize_code(c.code)) order by c.at',
    private.code_table(p_kind)) using p_codes;
end
$function$;
comment on function private.taken_codes(p_kind text, p_codes text[]) is 'The positions behind public.taken_codes(); raises not_admin for everybody else.';
grant execute on function private.taken_codes(p_kind text, p_codes text[]) to authenticated;

-- function private.tell_status

CREATE OR REPLACE FUNCTION private.tell_status(p_order orders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A refund is announced by the answer to the report.
  if p_order.status = 'cancelled' and exists (
    select from private.reports as r
    where r.order_id = p_order.id and r.answer = 'refunded' and r.answered_at >= p_order.updated_at
  ) then
    return;
  end if;
  perform private.notify(
    case p_order.status when 'delivered' then 'order_delivered' when 'cancelled' then 'order_cancelled' else 'order_status' end,
    p_order.user_id, p_order.id, p_order.id, p_order.benefit_id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'benefit', p_order.benefit_name,
      'status', case when p_order.status in ('processing', 'completed') then p_order.status end,
      'tokens', case when p_order.status = 'cancelled' then p_order.benefit_token_value end)
  );
end
$function$;
comment on function private.tell_status(p_order orders) is 'Tells the member the status of an order.';

-- function private.tell_waiting_members

CREATE OR REPLACE FUNCTION private.tell_waiting_members(p_benefit uuid, p_now timestamp with time zone, p_since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_batch integer := 250;
  v_told uuid[] := '{00000000-0000-0000-0000-000000000000}';
begin
  loop
    with next as materialized (
      select r.user_id from (
        (select w.user_id from private.waiting_members as w
        where w.benefit_id = p_benefit and w.user_id > v_told[1] order by w.user_id limit v_batch)
        union
        (select f.user_id from private.favourites as f
        where f.benefit_id = p_benefit and f.user_id > v_told[1] and f.created_at <= p_since order by f.user_id limit v_batch)
      ) as r order by r.user_id limit v_batch
    ),
    told as (
      insert into private.told_members as t (user_id, benefit_id, told_at)
      select p.id, p_benefit, p_now from next as n join public.profiles as p on p.id = n.user_id
      order by p.id for key share of p skip locked
      on conflict (user_id, benefit_id) do update set told_at = excluded.told_at
      where t.told_at <= p_now - interval '7 days'
      returning t.user_id
    ),
    answered as (
      delete from private.waiting_members as w using told where w.benefit_id = p_benefit and w.user_id = told.user_id
    ),
    chosen as (
      select told.user_id, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
        private.event_id('benefit_available', p_benefit, told.user_id, p_now) as event_id
      from told left join public.notification_preferences as n on n.user_id = told.user_id and n.kind = 'favourites'
    ),
    noticed as (
      insert into public.notifications (id, user_id, kind, benefit_id, data, created_at)
      select c.event_id, c.user_id, 'benefit_available', b.id, jsonb_build_object('benefit', b.name), p_now
      from chosen as c join public.benefits as b on b.id = p_benefit where c.in_app
    ),
    emailed as (
      insert into private.outbox (id, kind, cause_id, recipient_id)
      select c.event_id, 'benefit_available', p_benefit, c.user_id from chosen as c where c.by_email
    )
    select array_agg(n.user_id order by n.user_id desc) into v_told from next as n;
    exit when coalesce(cardinality(v_told), 0) < v_batch;
    -- Orders can be placed in between.
    perform pg_sleep(0.015);
  end loop;
end
$function$;
comment on function private.tell_waiting_members(p_benefit uuid, p_now timestamp with time zone, p_since timestamp with time zone) is 'Tells those who asked, and those whose favourite it was before `p_since`, that a benefit is available; once a week at most (D39).';

-- function private.test_email

CREATE OR REPLACE FUNCTION private.test_email(p_id uuid)
 RETURNS TABLE(state text, error text, next_attempt_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  return query
  select coalesce(o.outcome, 'waiting'), o.last_error, o.next_attempt_at
  from private.outbox as o where o.id = p_id and o.kind = 'test' and o.recipient_id = auth.uid();
end
$function$;
comment on function private.test_email(p_id uuid) is 'The row behind public.test_email(); raises not_admin for everybody else.';
grant execute on function private.test_email(p_id uuid) to authenticated;

-- function private.token_flow

CREATE OR REPLACE FUNCTION private.token_flow(p_step text, p_steps integer, p_zone text)
 RETURNS TABLE(starts_on date, issued bigint, spent bigint, outstanding bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone text := private.valid_time_zone(p_zone);
  v_step interval;
  v_last timestamp;
  v_first timestamp;
begin
  perform private.require_admin_to_read();
  if p_step is null or p_step not in ('day', 'week', 'month') then
    raise exception 'unknown_step' using errcode = 'PT400';
  end if;
  v_step := ('1 ' || p_step)::interval;
  v_last := date_trunc(p_step, now() at time zone v_zone);
  v_first := v_last - (least(greatest(p_steps, 1), 366) - 1) * v_step;
  return query
  with moved as (
    select date_trunc(p_step, t.created_at at time zone v_zone) as step,
      sum(t.amount) filter (where t.amount > 0) as received,
      -sum(t.amount) filter (where t.amount < 0) as spent,
      sum(t.amount) as net
    from (
      -- Each has an index of its own.
      select r.created_at, r.amount from public.token_transactions as r where r.amount > 0 and r.created_at >= v_first at time zone v_zone
      union all
      select s.created_at, s.amount from public.token_transactions as s where s.amount < 0 and s.created_at >= v_first at time zone v_zone
    ) as t
    group by 1
  ),
  deleted as (
    select date_trunc(p_step, l.at at time zone v_zone) as step, sum((l.before ->> 'current_tokens')::bigint) as tokens
    from private.audit_log as l
    where l.table_name = 'profiles' and l.action = 'delete' and l.at >= v_first at time zone v_zone
    group by 1
  )
  select s::date, coalesce(m.received, 0), coalesce(m.spent, 0),
    ((select coalesce(sum(p.current_tokens), 0) from public.profiles as p)
      - coalesce(sum(coalesce(m.net, 0) - coalesce(d.tokens, 0)) over later, 0))::bigint
  from generate_series(v_first, v_last, v_step) as s
  left join moved as m on m.step = s
  left join deleted as d on d.step = s
  window later as (order by s desc rows between unbounded preceding and 1 preceding)
  order by s;
end
$function$;
comment on function private.token_flow(p_step text, p_steps integer, p_zone text) is 'The figures behind public.token_flow(). Outstanding at a time is today''s sum of balances, minus the later ledger rows, plus the balances of people deleted later, which the log records.';
grant execute on function private.token_flow(p_step text, p_steps integer, p_zone text) to authenticated;

-- function private.token_grant_apply

CREATE OR REPLACE FUNCTION private.token_grant_apply(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, before jsonb, after jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
  v_admin text := (select p.name from public.profiles as p where p.id = p_operation.actor_id);
begin
  return query
  with posted as (
    insert into public.token_transactions (user_id, transaction_type, amount, description, actor_id, reason)
    select r.row_id::uuid, p_operation.parameters ->> 'type', r.tokens,
      private.grant_description(p_operation.parameters ->> 'type', r.tokens, v_admin), p_operation.actor_id,
      coalesce(s.reason, v_content ->> 'reason')
    from private.operation_rows as r
    left join jsonb_each_text(v_content -> 'reasons') as s (line, reason) on s.line::integer = r.position
    where r.operation_id = p_operation.id and r.position = any (p_positions)
    returning id, user_id
  )
  select r.position, '{}'::jsonb, jsonb_build_object('entry', t.id)
  from posted as t join private.operation_rows as r on r.row_id = t.user_id::text
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end
$function$;
comment on function private.token_grant_apply(p_operation operations, p_positions integer[]) is 'Posts one ledger entry for each line; a member has only one.';

-- function private.token_grant_labels

CREATE OR REPLACE FUNCTION private.token_grant_labels(p_operation operations, p_positions integer[])
 RETURNS TABLE("position" integer, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     COALESCE(p.name, ('Row '::text || r."position")) AS "coalesce"
    FROM (private.operation_rows r
      LEFT JOIN profiles p ON ((p.id = (r.row_id)::uuid)))
   WHERE ((r.operation_id = (token_grant_labels.p_operation).id) AND (r."position" = ANY (token_grant_labels.p_positions)));
END;
comment on function private.token_grant_labels(p_operation operations, p_positions integer[]) is 'The members, or the numbers of lines that name nobody.';

-- function private.token_grant_lock

CREATE OR REPLACE FUNCTION private.token_grant_lock(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles as p
  where p.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by p.id for no key update;
end
$function$;
comment on function private.token_grant_lock(p_operation operations, p_from integer, p_to integer) is 'Locks the balances.';

-- function private.token_grant_plan

CREATE OR REPLACE FUNCTION private.token_grant_plan(p_operation operations, p_from integer, p_to integer)
 RETURNS SETOF private.operation_plan
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH lines AS (
          SELECT r."position",
             ((r.input ->> 'tokens'::text))::integer AS tokens,
             p.id,
                 CASE
                     WHEN (r.input ? 'problem'::text) THEN (r.input ->> 'problem'::text)
                     WHEN (p.id IS NULL) THEN 'not_found'::text
                     WHEN ((p.current_tokens + ((r.input ->> 'tokens'::text))::integer) > 1000000000) THEN 'balance_too_large'::text
                     ELSE NULL::text
                 END AS reason
            FROM (private.operation_rows r
              LEFT JOIN profiles p ON ((p.id = (r.row_id)::uuid)))
           WHERE ((r.operation_id = (token_grant_plan.p_operation).id) AND ((r."position" >= token_grant_plan.p_from) AND (r."position" <= token_grant_plan.p_to)))
         )
  SELECT l."position",
     l.reason,
     NULL::uuid AS uuid,
     NULL::timestamp with time zone AS timestamptz,
     NULL::text AS text,
         CASE
             WHEN (l.reason IS NULL) THEN l.tokens
             ELSE 0
         END AS "case",
     ((l.reason IS NULL) AND (l.id <> (token_grant_plan.p_operation).actor_id) AND COALESCE(n.by_email, false))
    FROM (lines l
      LEFT JOIN notification_preferences n ON (((n.user_id = l.id) AND (n.kind = 'tokens'::text))));
END;
comment on function private.token_grant_plan(p_operation operations, p_from integer, p_to integer) is 'Which lines grant tokens. A balance that has moved since the dry run is no reason to skip one: tokens are added to it.';

-- function private.token_grant_settle

CREATE OR REPLACE FUNCTION private.token_grant_settle(p_operation operations, p_from integer, p_to integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with told as materialized (
    select t.id, t.user_id, t.amount, t.reason, coalesce(n.by_email, false) as by_email,
      private.event_id('tokens_adjusted', t.id, t.user_id, t.created_at) as event_id
    from private.operation_rows as r
    join public.token_transactions as t on t.id = (r.after ->> 'entry')::uuid and t.user_id <> p_operation.actor_id
    left join public.notification_preferences as n on n.user_id = t.user_id and n.kind = 'tokens'
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
  ),
  noticed as (
    insert into public.notifications (id, user_id, kind, data)
    select t.event_id, t.user_id, 'tokens_adjusted', jsonb_strip_nulls(jsonb_build_object('tokens', t.amount, 'reason', t.reason))
    from told as t
  )
  insert into private.outbox (id, kind, cause_id, recipient_id)
  select t.event_id, 'tokens_adjusted', t.id, t.user_id from told as t where t.by_email;
end
$function$;
comment on function private.token_grant_settle(p_operation operations, p_from integer, p_to integer) is 'Tells members of the tokens that they received and kept, by email if they chose that.';

-- function private.token_grant_undo

CREATE OR REPLACE FUNCTION private.token_grant_undo(p_operation operations, p_from integer, p_to integer)
 RETURNS TABLE("position" integer, reason text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_admin text := (select p.name from public.profiles as p where p.id = p_operation.actor_id);
begin
  return query
  with lines as (
    select r.position, r.tokens, p.id,
      case when p.id is null then 'not_found' when p.current_tokens < r.tokens then 'tokens_spent' end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  returned as (
    insert into public.token_transactions (user_id, transaction_type, amount, description, actor_id, reason)
    select l.id, 'adjustment', -l.tokens, private.grant_description('adjustment', -l.tokens, v_admin), p_operation.actor_id,
      'The tokens granted before were taken back.'
    from lines as l where l.reason is null
  )
  select l.position, l.reason from lines as l;
end
$function$;
comment on function private.token_grant_undo(p_operation operations, p_from integer, p_to integer) is 'Takes the tokens back by an adjustment, unless the balance no longer covers them.';

-- function private.token_moves

CREATE OR REPLACE FUNCTION private.token_moves(p_operation operations)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_operation.state <> 'planned' or p_operation.kind not in ('order_status', 'token_grant') then
    return '[]';
  end if;
  return (
    with moved as (
      select coalesce(o.user_id::text, r.row_id) as member, r.tokens, case p_operation.kind when 'token_grant' then r.tokens
        else private.status_tokens(o.user_id, o.benefit_token_value, o.status, p_operation.parameters ->> 'status') end as without_credit
      from private.operation_rows as r
      left join public.orders as o on p_operation.kind = 'order_status' and o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.state = 'waiting' and r.tokens <> 0
    ),
    moves as (
      select case when p_operation.kind = 'token_grant' then 'granted' when m.without_credit > 0 then 'refunded' else 'charged' end as move,
        m.member, abs(m.without_credit) as tokens
      from moved as m where m.without_credit <> 0
      union all
      select 'credited', m.member, m.tokens - m.without_credit from moved as m where m.tokens <> m.without_credit
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.tokens desc), '[]')
    from (select m.move, sum(m.tokens) as tokens, count(distinct m.member) as members from moves as m group by m.move) as g
  );
end
$function$;
comment on function private.token_moves(p_operation operations) is 'Which tokens a dry run would move, the most first: move (granted, refunded, charged, or credited for lateness), tokens, members.';

-- function private.tokens_notification

CREATE OR REPLACE FUNCTION private.tokens_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.transaction_type not in ('adjustment', 'purchase', 'referral_bonus') or new.redeem_code_id is not null
    or new.created_at < now() or private.current_operation() is not null
  then
    return null;
  end if;
  perform private.notify(
    'tokens_adjusted', new.user_id, new.id, new.order_id, null,
    jsonb_build_object(
      'tokens', new.amount, 'reason', new.reason, 'referral', case when new.transaction_type = 'referral_bonus' then true end));
  if new.user_id is distinct from auth.uid() then
    perform private.queue_email('tokens_adjusted', new.id, new.user_id, now());
  end if;
  return null;
end
$function$;
comment on function private.tokens_notification() is 'Trigger: notifies the member of balance changes that no own order caused.';

-- function private.trim_text

CREATE OR REPLACE FUNCTION private.trim_text(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return btrim(p_text, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    '\u2028\u2029\u202f\u205f\u3000');
end
$function$;
comment on function private.trim_text(p_text text) is 'Removes surrounding white space as the forms do (String.prototype.trim, except for the byte order mark).';
grant execute on function private.trim_text(p_text text) to authenticated, service_role;

-- function private.undo_operation

CREATE OR REPLACE FUNCTION private.undo_operation(p_operation_id uuid)
 RETURNS private.operation_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.lock_operation(p_operation_id);
  if v_operation.actor_id <> auth.uid() then
    raise exception 'not_your_operation' using errcode = 'PT403';
  elsif v_operation.state in ('undoing', 'undone') then
    raise exception 'already_undone' using errcode = 'PT409';
  elsif v_operation.state = 'planned' or v_operation.undo_until <= clock_timestamp() then
    raise exception 'undo_closed' using errcode = 'PT410';
  end if;
  update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = p_operation_id and r.state = 'waiting';
  update public.operations as o
  set state = 'undoing', position = 0, finished_at = coalesce(o.finished_at, clock_timestamp()) where o.id = p_operation_id;
  v_operation := private.count_operation(p_operation_id);
  perform private.log_operation(v_operation);
  return private.describe_operation(private.undo_step(v_operation));
end
$function$;
comment on function private.undo_operation(p_operation_id uuid) is 'The undo behind public.undo_operation().';
grant execute on function private.undo_operation(p_operation_id uuid) to authenticated;

-- function private.undo_step

CREATE OR REPLACE FUNCTION private.undo_step(p_operation operations)
 RETURNS operations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operation public.operations := p_operation;
  v_to integer;
begin
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = v_operation.id and r.position > v_operation.position and r.state = 'changed'
    order by r.position limit 500
  ) as n;
  if v_to is not null then
    perform set_config('guildhall.operation', v_operation.id::text, true);
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, v_operation.position + 1, v_to;
    execute format($sql$
      update private.operation_rows as r set state = case when u.reason is null then 'undone' else 'kept' end, reason = u.reason,
        undone_at = case when u.reason is null then clock_timestamp() end
      from %s as u where r.operation_id = ($1).id and r.position = u.position
    $sql$, private.operation_call(v_operation, '_undo')) using v_operation, v_operation.position + 1, v_to;
    perform set_config('guildhall.operation', '', true);
  end if;
  update public.operations as o set position = coalesce(v_to, o.position), stepped_at = clock_timestamp() where o.id = v_operation.id;
  v_operation := private.count_operation(v_operation.id);
  if v_operation.remaining = 0 then
    update public.operations as o set state = 'undone', position = 0, undone_at = clock_timestamp(), undo_until = clock_timestamp()
    where o.id = v_operation.id returning * into v_operation;
  end if;
  return v_operation;
end
$function$;
comment on function private.undo_step(p_operation operations) is 'Takes back the next 500 rows of an operation, which is locked; rows that have changed since, and tokens that were spent, are kept.';

-- function private.unsubscribe

CREATE OR REPLACE FUNCTION private.unsubscribe(p_token text)
 RETURNS TABLE(ok boolean, kind text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts text[] := string_to_array(left(p_token, 800), '.');
begin
  ok := coalesce(
    array_length(v_parts, 1) = 3 and v_parts[3] = private.sign_unsubscribe(v_parts[1] || '.' || v_parts[2]), false);
  if ok then
    kind := v_parts[2];
    if kind = 'address' then
      insert into private.suppressed_addresses (mailbox_key)
      values (private.mailbox_key(convert_from(decode(v_parts[1], 'hex'), 'UTF8'))) on conflict do nothing;
      return next;
      return;
    end if;
    -- Nothing is left to do for somebody who was deleted.
    insert into public.notification_preferences as n (user_id, kind, by_email)
    select p.id, unsubscribe.kind, false from public.profiles as p where p.id = v_parts[1]::uuid for key share
    on conflict on constraint notification_preferences_pkey do update set by_email = false;
  end if;
  return next;
end
$function$;
comment on function private.unsubscribe(p_token text) is 'The change behind public.unsubscribe().';
grant execute on function private.unsubscribe(p_token text) to anon, authenticated;

-- function private.unsubscribe_address

CREATE OR REPLACE FUNCTION private.unsubscribe_address(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
declare
  v_text text := encode(convert_to(lower(p_email), 'UTF8'), 'hex') || '.address';
begin
  return v_text || '.' || private.sign_unsubscribe(v_text);
end
$function$;
comment on function private.unsubscribe_address(p_email text) is 'Names an address, signed, for people without an account; `address` is no group of preferences (D40).';

-- function private.unsubscribe_token

CREATE OR REPLACE FUNCTION private.unsubscribe_token(p_person uuid, p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := p_person || '.' || private.notification_group(p_kind);
begin
  return case when p_kind <> 'order_delivered' then v_text || '.' || private.sign_unsubscribe(v_text) end;
end
$function$;
comment on function private.unsubscribe_token(p_person uuid, p_kind text) is 'Names a person and the group of a kind of email, signed; null for deliveries and tests, which are always sent (D40).';

-- function private.valid_time_zone

CREATE OR REPLACE FUNCTION private.valid_time_zone(p_zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform now() at time zone p_zone;
  return coalesce(p_zone, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$function$;
comment on function private.valid_time_zone(p_zone text) is 'The time zone if the server knows it, else UTC (D27).';

-- function private.validate_invite_code

CREATE OR REPLACE FUNCTION private.validate_invite_code(code_to_check text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.check_invite_code(code_to_check, private.caller_address()) AS check_invite_code;
END;
comment on function private.validate_invite_code(code_to_check text) is 'The check behind public.validate_invite_code(), limited per address (D10).';
grant execute on function private.validate_invite_code(code_to_check text) to anon, authenticated;

-- function private.view_before

CREATE OR REPLACE FUNCTION private.view_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  new.name := private.trim_text(new.name);
  perform private.order_filter(new.filter);
  if tg_op = 'INSERT' then
    -- One at a time per admin, or two would both be the last that fits.
    perform pg_advisory_xact_lock(hashtextextended('private.admin_views:' || new.admin_id, 0));
    if (select count(*) from public.admin_views as v where v.admin_id = new.admin_id) >= 20 then
      raise exception 'too_many_views' using errcode = 'PT413';
    end if;
    new.created_at := now();
  end if;
  return new;
end
$function$;
comment on function private.view_before() is 'Trigger: a view has filters that exist; raises unknown_filter, too_many_views.';

-- function private.view_counts

CREATE OR REPLACE FUNCTION private.view_counts(p_filters jsonb[])
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_to_read();
  if cardinality(p_filters) > 40 then
    raise exception 'too_many_views' using errcode = 'PT413';
  end if;
  return array(select private.count_orders(f.filter) from unnest(p_filters) with ordinality as f (filter, n) order by f.n);
end
$function$;
comment on function private.view_counts(p_filters jsonb[]) is 'The counts behind public.view_counts(); raises not_admin for everybody else.';
grant execute on function private.view_counts(p_filters jsonb[]) to authenticated;

-- function private.wait_for_deletions

CREATE OR REPLACE FUNCTION private.wait_for_deletions()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions'::text, (0)::bigint)) AS pg_advisory_xact_lock_shared;
END;
comment on function private.wait_for_deletions() is 'Waits for deletions and holds new ones up to the end of the transaction; call it before locking a row.';

-- function private.waiting_orders

CREATE OR REPLACE FUNCTION private.waiting_orders(p_descending boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT format('((select * from public.orders where status = ''pending'' order by created_at %1$s, id %1$s)
      union all (select * from public.orders where status = ''processing'' order by created_at %1$s, id %1$s)) as r'::text,
         CASE
             WHEN p_descending THEN 'desc'::text
             ELSE 'asc'::text
         END) AS format;
END;
comment on function private.waiting_orders(p_descending boolean) is 'The orders `r` that wait, merged from two ranges of one index: for two statuses at once it has no order.';

-- function private.wants_email

CREATE OR REPLACE FUNCTION private.wants_email(p_person uuid, p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_group text;
begin
  if p_kind in (
    'order_delivered', 'invitation', 'test', 'deletion_requested', 'deletion_scheduled', 'account_deleted', 'second_factor_reset')
  then
    return true;
  end if;
  v_group := private.notification_group(p_kind);
  return coalesce(
    (select n.by_email from public.notification_preferences as n where n.user_id = p_person and n.kind = v_group),
    v_group not in ('tokens', 'overdue', 'grants'));
end
$function$;
comment on function private.wants_email(p_person uuid, p_kind text) is 'Whether a person gets emails of this kind: deliveries and what concerns the account always, otherwise as chosen, by default all but tokens, overdue orders and grants (D40).';

-- function private.wants_notice

CREATE OR REPLACE FUNCTION private.wants_notice(p_person uuid, p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select n.in_app from public.notification_preferences as n
    where n.user_id = p_person and n.kind = private.notification_group(p_kind)
  ), true);
end
$function$;
comment on function private.wants_notice(p_person uuid, p_kind text) is 'Whether a person is told about events of this kind in the app.';

-- function private.with_reason

CREATE OR REPLACE FUNCTION private.with_reason(p_entry private.audit_log)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_entry.table_name <> 'profiles' or p_entry.action <> 'update' or not p_entry.after ? 'current_tokens' then
    return p_entry.after;
  end if;
  return p_entry.after || coalesce((
    select jsonb_build_object('adjustment_type', t.transaction_type, 'adjustment_reason', t.reason)
    from public.token_transactions as t
    where t.account_id = p_entry.row_id::uuid and t.actor_id = p_entry.actor_id and t.transaction_type in ('purchase', 'adjustment')
      and t.balance_after = (p_entry.after ->> 'current_tokens')::integer and t.created_at <= p_entry.at
      and t.reason is not null
    order by t.seq desc limit 1
  ), '{}');
end
$function$;
comment on function private.with_reason(p_entry private.audit_log) is 'The new values of an entry; for an edited balance with type and reason, which only the ledger stores.';

-- function private.write_notes

CREATE OR REPLACE FUNCTION private.write_notes(p_operation operations, p_positions integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_note text := (select private.trim_text(c.content ->> 'note') from private.operation_content as c where c.operation_id = p_operation.id);
begin
  -- In the order of their ids, as each locks a row of the desk.
  insert into public.order_notes (order_id, author_id, body, operation_id)
  select r.row_id::uuid, p_operation.actor_id, v_note, p_operation.id
  from private.operation_rows as r
  where v_note is not null and r.operation_id = p_operation.id and r.position = any (p_positions)
  order by r.row_id::uuid;
end
$function$;
comment on function private.write_notes(p_operation operations, p_positions integer[]) is 'Writes the note of an operation, if it has one, on these orders.';

-- function private.writes_as_admin

CREATE OR REPLACE FUNCTION private.writes_as_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    return false;
  end if;
  if private.lacks_second_factor() then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  return true;
end
$function$;
comment on function private.writes_as_admin() is 'Whether the caller is an admin who may change something now. Raises second_factor_required to one whose session lacks it.';
grant execute on function private.writes_as_admin() to authenticated;

-- function public.activity

CREATE OR REPLACE FUNCTION public.activity(p_search text DEFAULT NULL::text, p_table text DEFAULT NULL::text, p_key_id bigint DEFAULT NULL::bigint, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text, before jsonb, after jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT a.id,
     a.at,
     a.actor_id,
     a.actor_name,
     a.table_name,
     a.row_id,
     a.subject,
     a.action,
     a.before,
     a.after
    FROM private.activity(activity.p_search, activity.p_table, activity.p_key_id, activity.p_reverse, activity.p_limit) a(id, at, actor_id, actor_name, table_name, row_id, subject, action, before, after);
END;
comment on function public.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'Audit log entries by actor, subject or content, newest first (oldest first in reverse), after the entry p_key_id (D29). Admins only.';
grant execute on function public.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function public.actor

CREATE OR REPLACE FUNCTION public.actor(operations)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.actor_id$function$;
comment on function public.actor(operations) is 'Relationship: the admin who ran an operation.';
grant execute on function public.actor(operations) to authenticated;

-- function public.admin_counts

CREATE OR REPLACE FUNCTION public.admin_counts()
 RETURNS TABLE(users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint, pending bigint, overdue bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint, available_invite_codes bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.users,
     c.admins,
     c.benefits,
     c.active_benefits,
     c.orders,
     c.orders_this_week,
     c.pending,
     c.overdue,
     c.token_codes,
     c.available_token_codes,
     c.invite_codes,
     c.available_invite_codes
    FROM private.admin_counts() c(users, admins, benefits, active_benefits, orders, orders_this_week, pending, overdue, token_codes, available_token_codes, invite_codes, available_invite_codes);
END;
comment on function public.admin_counts() is 'The counts of the admin overview in one row (D25). Admins only.';
grant execute on function public.admin_counts() to authenticated;

-- function public.answer_report

CREATE OR REPLACE FUNCTION public.answer_report(p_report_id uuid, p_answer text, p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_content text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.answer_report(p_report_id, p_answer, p_text, p_kind, p_content) AS answer_report;
END;
comment on function public.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text) is 'Closes an open report: `replaced` delivers a text, link or key, or what the benefit has now, `replied` needs a text, `refunded` cancels the order. Raises report_closed, order_changed, sold_out, invalid_answer, invalid_delivery. Admins only (D33, D34).';
grant execute on function public.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text) to authenticated;

-- function public.approve_waitlist

CREATE OR REPLACE FUNCTION public.approve_waitlist(p_ids uuid[], p_dry_run boolean DEFAULT true)
 RETURNS TABLE(id uuid, email text, state text)
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT a.id,
     a.email,
     a.state
    FROM private.approve_waitlist(approve_waitlist.p_ids, approve_waitlist.p_dry_run) a(id, email, state);
END;
comment on function public.approve_waitlist(p_ids uuid[], p_dry_run boolean) is 'Invites up to 500 addresses of the waitlist, each bound for 30 days; with p_dry_run says what would happen, by the same code. The state of each: new (invited), member, invited (in the last 30 days), suppressed, or gone from the list, as by another admin. What is not invited stays on the list. Admins only (D44).';
grant execute on function public.approve_waitlist(p_ids uuid[], p_dry_run boolean) to authenticated;

-- function public.ask_to_be_told

CREATE OR REPLACE FUNCTION public.ask_to_be_told(p_benefit_id uuid, p_wanted boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.ask_to_be_told(p_benefit_id, p_wanted) AS ask_to_be_told;
END;
comment on function public.ask_to_be_told(p_benefit_id uuid, p_wanted boolean) is 'Asks to be told, once, when a benefit of the catalogue is available, or takes that back; raises benefit_unavailable (D39).';
grant execute on function public.ask_to_be_told(p_benefit_id uuid, p_wanted boolean) to authenticated;

-- function public.assign_orders

CREATE OR REPLACE FUNCTION public.assign_orders(p_ids uuid[], p_assign boolean)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.assign_orders(p_ids, p_assign) AS assign_orders;
END;
comment on function public.assign_orders(p_ids uuid[], p_assign boolean) is 'Assigns up to 500 orders to the caller, also those of another admin, or releases them from whoever has them; returns how many changed. Admins only.';
grant execute on function public.assign_orders(p_ids uuid[], p_assign boolean) to authenticated;

-- function public.assignee

CREATE OR REPLACE FUNCTION public.assignee(order_desk)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.assignee_id$function$;
comment on function public.assignee(order_desk) is 'Relationship: the admin who works on an order.';
grant execute on function public.assignee(order_desk) to authenticated;

-- function public.author

CREATE OR REPLACE FUNCTION public.author(order_notes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.author_id$function$;
comment on function public.author(order_notes) is 'Relationship: the admin who wrote a note.';
grant execute on function public.author(order_notes) to authenticated;

-- function public.benefit

CREATE OR REPLACE FUNCTION public.benefit(orders)
 RETURNS SETOF benefits
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.benefits where id = $1.benefit_id$function$;
comment on function public.benefit(orders) is 'Relationship: the benefit of an order, as it is today.';
grant execute on function public.benefit(orders) to authenticated;

-- function public.benefit_facts

CREATE OR REPLACE FUNCTION public.benefit_facts(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, awaited_since timestamp with time zone, is_open boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.benefit_id,
     f.units_left,
     f.own_orders,
     f.is_favourite,
     f.is_awaited,
     f.awaited_since,
     f.is_open
    FROM private.benefit_facts(benefit_facts.p_benefits) f(benefit_id, units_left, own_orders, is_favourite, is_awaited, awaited_since, is_open);
END;
comment on function public.benefit_facts(p_benefits uuid[]) is 'How often each of up to 200 benefits can still be ordered (20 means 20 or more, null any number), how many orders of the caller count towards its limit, and whether the caller marked it, or asked to be told and when, and whether it has opened (D38, D39).';
grant execute on function public.benefit_facts(p_benefits uuid[]) to authenticated;

-- function public.benefit_figures

CREATE OR REPLACE FUNCTION public.benefit_figures(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, orders bigint, tokens bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.benefit_id,
     f.orders,
     f.tokens
    FROM private.benefit_figures(benefit_figures.p_benefits) f(benefit_id, orders, tokens);
END;
comment on function public.benefit_figures(p_benefits uuid[]) is 'The number of orders of each benefit that are not cancelled, and the tokens spent on them. Admins only.';
grant execute on function public.benefit_figures(p_benefits uuid[]) to authenticated;

-- function public.browse_benefits

CREATE OR REPLACE FUNCTION public.browse_benefits(p_search text DEFAULT ''::text, p_category uuid DEFAULT NULL::uuid, p_favourites boolean DEFAULT false, p_affordable boolean DEFAULT false, p_sort text DEFAULT 'price'::text, p_key_value text DEFAULT NULL::text, p_key_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 48)
 RETURNS TABLE(id uuid, name text, description text, token_value integer, image_url text, delivery_method text, category_id uuid, per_member_limit integer, opens_at timestamp with time zone, closes_at timestamp with time zone, estimated_value numeric, created_at timestamp with time zone, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, is_open boolean)
 LANGUAGE sql
 STABLE ROWS 48
 SET search_path TO ''
BEGIN ATOMIC
 SELECT b.id,
     b.name,
     b.description,
     b.token_value,
     b.image_url,
     b.delivery_method,
     b.category_id,
     b.per_member_limit,
     b.opens_at,
     b.closes_at,
     b.estimated_value,
     b.created_at,
     b.units_left,
     b.own_orders,
     b.is_favourite,
     b.is_awaited,
     b.is_open
    FROM private.browse_benefits(browse_benefits.p_search, browse_benefits.p_category, browse_benefits.p_favourites, browse_benefits.p_affordable, browse_benefits.p_sort, browse_benefits.p_key_value, browse_benefits.p_key_id, browse_benefits.p_limit) b(id, name, description, token_value, image_url, delivery_method, category_id, per_member_limit, opens_at, closes_at, estimated_value, created_at, units_left, own_orders, is_favourite, is_awaited, is_open);
END;
comment on function public.browse_benefits(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid, p_limit integer) is 'A page of at most 200 benefits of the catalogue, by price, price-down, newest, leaving or name, after a key, with the facts of benefit_facts(). `p_affordable`: only what the caller can redeem now (D38, D39).';
grant execute on function public.browse_benefits(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid, p_limit integer) to authenticated;

-- function public.browse_counts

CREATE OR REPLACE FUNCTION public.browse_counts(p_search text DEFAULT ''::text, p_category uuid DEFAULT NULL::uuid, p_favourites boolean DEFAULT false, p_affordable boolean DEFAULT false)
 RETURNS TABLE(filter text, category_id uuid, name text, benefits integer)
 LANGUAGE sql
 STABLE ROWS 10
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.filter,
     c.category_id,
     c.name,
     c.benefits
    FROM private.browse_counts(browse_counts.p_search, browse_counts.p_category, browse_counts.p_favourites, browse_counts.p_affordable) c(filter, category_id, name, benefits);
END;
comment on function public.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean) is 'How many benefits of a search each filter of the catalogue shows, in the order of the filters: all, the categories that have any, shown (with the given filters together, if there are any), favourites, affordable.';
grant execute on function public.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean) to authenticated;

-- function public.cancel_my_order

CREATE OR REPLACE FUNCTION public.cancel_my_order(p_order_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.cancel_my_order(p_order_id) AS cancel_my_order;
END;
comment on function public.cancel_my_order(p_order_id uuid) is 'Cancels the caller''s own pending order, which refunds it (D6), and returns its new time; a cancelled one stays as it is, so a retry is safe. Raises order_not_found, order_not_pending, whose detail is the status, and rate_limited beyond 30 an hour (D35).';
grant execute on function public.cancel_my_order(p_order_id uuid) to authenticated;

-- function public.change_benefits

CREATE OR REPLACE FUNCTION public.change_benefits(p_filter jsonb DEFAULT NULL::jsonb, p_ids uuid[] DEFAULT NULL::uuid[], p_change text DEFAULT NULL::text, p_value integer DEFAULT NULL::integer, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.change_benefits(change_benefits.p_filter, change_benefits.p_ids, change_benefits.p_change, change_benefits.p_value, change_benefits.p_dry_run, change_benefits.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.change_benefits(p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb) is 'Changes the benefits of a filter or of these ids: `p_change` is price (to `p_value` tokens), amount (by), percent (by) or active (1 or 0). A dry run, the default, only counts; `p_expected` is its result. Raises invalid_change. Admins only (D46).';
grant execute on function public.change_benefits(p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.code_counts

CREATE OR REPLACE FUNCTION public.code_counts(p_kind text)
 RETURNS TABLE(total bigint, available bigint, used bigint, expired bigint, revoked bigint, uses bigint, uses_left bigint, tokens_claimed bigint, tokens_left bigint, tokens_lapsed bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.total,
     c.available,
     c.used,
     c.expired,
     c.revoked,
     c.uses,
     c.uses_left,
     c.tokens_claimed,
     c.tokens_left,
     c.tokens_lapsed
    FROM private.code_counts(code_counts.p_kind) c(total, available, used, expired, revoked, uses, uses_left, tokens_claimed, tokens_left, tokens_lapsed);
END;
comment on function public.code_counts(p_kind text) is 'How many token codes, or invite codes without an invitation, there are in each state, how often they were and can be used, and the tokens that were claimed, can be and no longer can. Admins only.';
grant execute on function public.code_counts(p_kind text) to authenticated;

-- function public.code_details

CREATE OR REPLACE FUNCTION public.code_details(p_kind text, p_id uuid)
 RETURNS TABLE(id uuid, code text, note text, token_value integer, max_uses integer, uses integer, is_used boolean, expires_at timestamp with time zone, created_at timestamp with time zone, creator text, batch_id uuid, batch_codes bigint, batch_available bigint, revoked_at timestamp with time zone, revoked_reason text, revoker text, bound_to text, source text, inviter text, sent_to text, invitation_state text, sends integer, last_sent_at timestamp with time zone, opened_at timestamp with time zone, opens integer)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.id,
     c.code,
     c.note,
     c.token_value,
     c.max_uses,
     c.uses,
     c.is_used,
     c.expires_at,
     c.created_at,
     c.creator,
     c.batch_id,
     c.batch_codes,
     c.batch_available,
     c.revoked_at,
     c.revoked_reason,
     c.revoker,
     c.bound_to,
     c.source,
     c.inviter,
     c.sent_to,
     c.invitation_state,
     c.sends,
     c.last_sent_at,
     c.opened_at,
     c.opens
    FROM private.code_details(code_details.p_kind, code_details.p_id) c(id, code, note, token_value, max_uses, uses, is_used, expires_at, created_at, creator, batch_id, batch_codes, batch_available, revoked_at, revoked_reason, revoker, bound_to, source, inviter, sent_to, invitation_state, sends, last_sent_at, opened_at, opens);
END;
comment on function public.code_details(p_kind text, p_id uuid) is 'One token or invite code: who created and revoked it, its batch, and what is known of its invitation. Admins only (D41, D42).';
grant execute on function public.code_details(p_kind text, p_id uuid) to authenticated;

-- function public.code_users

CREATE OR REPLACE FUNCTION public.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id uuid, user_id uuid, name text, email text, used_at timestamp with time zone, tokens integer, order_id uuid, order_number text, ordered_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 10
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.id,
     u.user_id,
     u.name,
     u.email,
     u.used_at,
     u.tokens,
     u.order_id,
     u.order_number,
     u.ordered_at
    FROM private.code_users(code_users.p_kind, code_users.p_id, code_users.p_key_value, code_users.p_key_id, code_users.p_reverse, code_users.p_limit) u(id, user_id, name, email, used_at, tokens, order_id, order_number, ordered_at);
END;
comment on function public.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Who used a code, newest first, after a key, and what it led to: the tokens credited, which of an invite code are the signup bonus, and the first order since. `id` is the account, which outlives the person (D12). Admins only (D41).';
grant execute on function public.code_users(p_kind text, p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.confirm_deletion

CREATE OR REPLACE FUNCTION public.confirm_deletion(p_token text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.confirm_deletion(p_token) AS confirm_deletion;
END;
comment on function public.confirm_deletion(p_token text) is 'Confirms the deletion that the caller asked for in the last day, with the token of the email; returns when it is carried out, 14 days later. The same token again returns the same time. Raises deletion_not_found, last_admin (D49).';
grant execute on function public.confirm_deletion(p_token text) to authenticated;

-- function public.continue_operation

CREATE OR REPLACE FUNCTION public.continue_operation(p_operation_id uuid)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.continue_operation(continue_operation.p_operation_id) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.continue_operation(p_operation_id uuid) is 'Takes the next step, of up to 500 rows, of an operation or of its undo; one that is finished stays as it is. Admins only (D46).';
grant execute on function public.continue_operation(p_operation_id uuid) to authenticated;

-- function public.correct_invitation

CREATE OR REPLACE FUNCTION public.correct_invitation(p_code_id uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.correct_invitation(p_code_id, p_email) AS correct_invitation;
END;
comment on function public.correct_invitation(p_code_id uuid, p_email text) is 'Sends an invitation to another address, as one of its five times; the link sent before no longer fills in an address. Raises invalid_email, cannot_invite (detail as the states of send_invitations), and what resend_invitation raises (D42).';
grant execute on function public.correct_invitation(p_code_id uuid, p_email text) to authenticated;

-- function public.count_activity

CREATE OR REPLACE FUNCTION public.count_activity(p_search text DEFAULT NULL::text, p_table text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_activity(p_search, p_table) AS count_activity;
END;
comment on function public.count_activity(p_search text, p_table text) is 'How many entries activity() finds; 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_activity(p_search text, p_table text) to authenticated;

-- function public.count_codes

CREATE OR REPLACE FUNCTION public.count_codes(p_kind text, p_state text, p_search text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_codes(p_kind, p_state, p_search) AS count_codes;
END;
comment on function public.count_codes(p_kind text, p_state text, p_search text) is 'How many token or invite codes a search finds; 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_codes(p_kind text, p_state text, p_search text) to authenticated;

-- function public.count_orders

CREATE OR REPLACE FUNCTION public.count_orders(p_filter jsonb DEFAULT '{}'::jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_orders(p_filter) AS count_orders;
END;
comment on function public.count_orders(p_filter jsonb) is 'How many orders meet the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_orders(p_filter jsonb) to authenticated;

-- function public.count_profiles

CREATE OR REPLACE FUNCTION public.count_profiles(p_search text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_profiles(p_search) AS count_profiles;
END;
comment on function public.count_profiles(p_search text) is 'How many people there are; with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_profiles(p_search text) to authenticated;

-- function public.creator

CREATE OR REPLACE FUNCTION public.creator(invite_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.created_by$function$;
CREATE OR REPLACE FUNCTION public.creator(redeem_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.created_by$function$;
comment on function public.creator(invite_codes) is 'Relationship: who created an invite code.';
comment on function public.creator(redeem_codes) is 'Relationship: the admin who created a token code.';
grant execute on function public.creator(invite_codes) to authenticated;
grant execute on function public.creator(redeem_codes) to authenticated;

-- function public.customer

CREATE OR REPLACE FUNCTION public.customer(orders)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.user_id$function$;
comment on function public.customer(orders) is 'Relationship: the person who placed an order.';
grant execute on function public.customer(orders) to authenticated;

-- function public.decide_batch

CREATE OR REPLACE FUNCTION public.decide_batch(p_batch_id uuid, p_release boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.decide_batch(p_batch_id, p_release) AS decide_batch;
END;
comment on function public.decide_batch(p_batch_id uuid, p_release boolean) is 'Decides about a quarantined batch: its keys are delivered again, or each is quarantined. Admins only (D34).';
grant execute on function public.decide_batch(p_batch_id uuid, p_release boolean) to authenticated;

-- function public.decline_waitlist

CREATE OR REPLACE FUNCTION public.decline_waitlist(p_ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.decline_waitlist(p_ids) AS decline_waitlist;
END;
comment on function public.decline_waitlist(p_ids uuid[]) is 'Declines up to 500 addresses without telling them, and returns how many; asking again changes nothing while the rows are kept. Admins only.';
grant execute on function public.decline_waitlist(p_ids uuid[]) to authenticated;

-- function public.deliver_order

CREATE OR REPLACE FUNCTION public.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text DEFAULT NULL::text, p_content text DEFAULT NULL::text, p_message text DEFAULT NULL::text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.deliver_order(p_order_id, p_updated_at, p_kind, p_content, p_message) AS deliver_order;
END;
comment on function public.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text, p_content text, p_message text) is 'Sets an order that is unchanged since `p_updated_at` to delivered, with what is delivered (a text, link or key) and a message, and returns its new time; raises order_changed. Admins only (D33).';
grant execute on function public.deliver_order(p_order_id uuid, p_updated_at timestamp with time zone, p_kind text, p_content text, p_message text) to authenticated;

-- function public.delivery_figures

CREATE OR REPLACE FUNCTION public.delivery_figures(p_benefit_id uuid)
 RETURNS TABLE(orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.orders,
     f.tokens,
     f.due,
     f.on_time,
     f.delivered,
     f.reported,
     f.replaced,
     f.reports
    FROM private.delivery_figures(delivery_figures.p_benefit_id) f(orders, tokens, due, on_time, delivered, reported, replaced, reports);
END;
comment on function public.delivery_figures(p_benefit_id uuid) is 'A benefit''s orders of 30 days: number and tokens of those that are not cancelled; and with those that were delivered before they were cancelled: delivered or due, delivered in time, delivered, reported, and last replaced at once; its reports of all time. Admins only (D34).';
grant execute on function public.delivery_figures(p_benefit_id uuid) to authenticated;

-- function public.delivery_settings

CREATE OR REPLACE FUNCTION public.delivery_settings(p_benefit_id uuid)
 RETURNS TABLE(method text, instructions text, link text, file_path text, file_name text, file_size bigint, file_type text, low_stock integer, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.method,
     s.instructions,
     s.link,
     s.file_path,
     s.file_name,
     s.file_size,
     s.file_type,
     s.low_stock,
     s.updated_at
    FROM private.delivery_settings(delivery_settings.p_benefit_id) s(method, instructions, link, file_path, file_name, file_size, file_type, low_stock, updated_at);
END;
comment on function public.delivery_settings(p_benefit_id uuid) is 'What a benefit delivers, with the time that save_delivery_settings() expects. Admins only (D30).';
grant execute on function public.delivery_settings(p_benefit_id uuid) to authenticated;

-- function public.delivery_status

CREATE OR REPLACE FUNCTION public.delivery_status(p_order_id uuid)
 RETURNS TABLE(method text, kind text, mask text, message text, instructions text, delivered_at timestamp with time zone, read_at timestamp with time zone, file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text, reported_at timestamp with time zone, report_reason text, report_due_at timestamp with time zone, answer text, answer_text text, answered_at timestamp with time zone, email text)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.method,
     s.kind,
     s.mask,
     s.message,
     s.instructions,
     s.delivered_at,
     s.read_at,
     s.file_name,
     s.file_size,
     s.file_type,
     s.items,
     s.replaced_mask,
     s.next_report,
     s.reported_at,
     s.report_reason,
     s.report_due_at,
     s.answer,
     s.answer_text,
     s.answered_at,
     s.email
    FROM private.delivery_status(delivery_status.p_order_id) s(method, kind, mask, message, instructions, delivered_at, read_at, file_name, file_size, file_type, items, replaced_mask, next_report, reported_at, report_reason, report_due_at, answer, answer_text, answered_at, email);
END;
comment on function public.delivery_status(p_order_id uuid) is 'What may be shown and cached of the delivery of the caller''s own order, keys masked; `items`: how many were delivered so far; `next_report`: what a report leads to (replaced, open, or null: none is possible); the last report and its answer; `email`: waiting, sent, given_up, skipped, or over_limit beyond the ten a day to other addresses. No row before the delivery or after a cancellation (D32, D34, D37).';
grant execute on function public.delivery_status(p_order_id uuid) to authenticated;

-- function public.desk

CREATE OR REPLACE FUNCTION public.desk(orders)
 RETURNS SETOF order_desk
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.order_desk where order_id = $1.id$function$;
comment on function public.desk(orders) is 'Relationship: what admins keep about an order.';
grant execute on function public.desk(orders) to authenticated;

-- function public.email_sender_ran_at

CREATE OR REPLACE FUNCTION public.email_sender_ran_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.email_sender_ran_at() AS email_sender_ran_at;
END;
comment on function public.email_sender_ran_at() is 'When the sender last asked for emails. For service_role alone.';
grant execute on function public.email_sender_ran_at() to service_role;

-- function public.email_status

CREATE OR REPLACE FUNCTION public.email_status()
 RETURNS TABLE(last_email_at timestamp with time zone, late bigint, given_up bigint, given_up_error text)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.last_email_at,
     m.late,
     m.given_up,
     m.given_up_error
    FROM private.email_status() m(last_email_at, late, given_up, given_up_error);
END;
comment on function public.email_status() is 'When an email was last sent, by auth or from the outbox, null if never; how many wait for more than five minutes, and how many were given up in the last seven days, with the most frequent reason (D23, D37). Admins only.';
grant execute on function public.email_status() to authenticated;

-- function public.explain_number

CREATE OR REPLACE FUNCTION public.explain_number(p_number text, p_part text DEFAULT NULL::text, p_account uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_zone text DEFAULT 'UTC'::text)
 RETURNS TABLE(total bigint, row_count bigint, as_of timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT n.total,
     n.row_count,
     n.as_of
    FROM private.explain_number(explain_number.p_number, explain_number.p_part, explain_number.p_account, explain_number.p_from, explain_number.p_to, explain_number.p_zone) n(total, row_count, as_of);
END;
comment on function public.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text) is 'The sum of the rows behind a number, how many they are, and the time (D48). Members: the numbers of their own account.';
grant execute on function public.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text) to authenticated;

-- function public.explain_rows

CREATE OR REPLACE FUNCTION public.explain_rows(p_number text, p_part text DEFAULT NULL::text, p_account uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_zone text DEFAULT 'UTC'::text, p_as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_value text DEFAULT NULL::text, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(kind text, id uuid, at timestamp with time zone, key text, amount bigint, name text, detail text, state text, reason text, order_id uuid, order_number text, person_id uuid, person_name text)
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.kind,
     r.id,
     r.at,
     r.key,
     r.amount,
     r.name,
     r.detail,
     r.state,
     r.reason,
     r.order_id,
     r.order_number,
     r.person_id,
     r.person_name
    FROM private.explain_rows(explain_rows.p_number, explain_rows.p_part, explain_rows.p_account, explain_rows.p_from, explain_rows.p_to, explain_rows.p_zone, explain_rows.p_as_of, explain_rows.p_key_value, explain_rows.p_key_id, explain_rows.p_reverse, explain_rows.p_limit) r(kind, id, at, key, amount, name, detail, state, reason, order_id, order_number, person_id, person_name);
END;
comment on function public.explain_rows(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The rows behind a number, newest first, after a key, up to a time (D48): the `amount`s of all of them are its sum. Members: those of their own account.';
grant execute on function public.explain_rows(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamp with time zone, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.extend_code

CREATE OR REPLACE FUNCTION public.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.extend_code(p_kind, p_id, p_expires_at) AS extend_code;
END;
comment on function public.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone) is 'Sets until when a code works that is available or expired; null is without end. Raises expiry_past, or code_not_extendable for any other code. Admins only.';
grant execute on function public.extend_code(p_kind text, p_id uuid, p_expires_at timestamp with time zone) to authenticated;

-- function public.extend_memberships

CREATE OR REPLACE FUNCTION public.extend_memberships(p_filter jsonb DEFAULT NULL::jsonb, p_ids uuid[] DEFAULT NULL::uuid[], p_months integer DEFAULT NULL::integer, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.extend_memberships(extend_memberships.p_filter, extend_memberships.p_ids, extend_memberships.p_months, extend_memberships.p_dry_run, extend_memberships.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb) is 'Extends the memberships of the people of a filter or of these people by 1 to 60 months, from the end or, if that has passed, from today. A dry run, the default, only counts; `p_expected` is its result. Admins only (D45, D46).';
grant execute on function public.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.grant_tokens

CREATE OR REPLACE FUNCTION public.grant_tokens(p_rows jsonb, p_type text, p_reason text DEFAULT NULL::text, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.grant_tokens(grant_tokens.p_rows, grant_tokens.p_type, grant_tokens.p_reason, grant_tokens.p_dry_run, grant_tokens.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb) is 'Grants tokens to the members of up to 10,000 lines, each {email, tokens, reason}, as a `purchase` or an `adjustment`; p_reason is that of lines without one. A dry run, the default, only counts: skipped lines are listed by operation_rows(), whose position is that of the line. `p_expected` is its result; the lines have to be the same. Admins only (D45, D46).';
grant execute on function public.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.import_keys

CREATE OR REPLACE FUNCTION public.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean DEFAULT true)
 RETURNS TABLE(batch integer, added integer, problems jsonb)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT i.batch,
     i.added,
     i.problems
    FROM private.import_keys(import_keys.p_benefit_id, import_keys.p_keys, import_keys.p_dry_run) i(batch, added, problems);
END;
comment on function public.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) is 'Adds keys to the pool of a benefit as a new batch, at most 10,000 and 2 MB; malformed and duplicate lines are left out and returned by number. A dry run, the default, only returns what would be added. Admins only (D31).';
grant execute on function public.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) to authenticated;

-- function public.invitation_counts

CREATE OR REPLACE FUNCTION public.invitation_counts(p_search text DEFAULT NULL::text)
 RETURNS TABLE(total bigint, sent bigint, opened bigint, joined bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.total,
     c.sent,
     c.opened,
     c.joined
    FROM private.invitation_counts(invitation_counts.p_search) c(total, sent, opened, joined);
END;
comment on function public.invitation_counts(p_search text) is 'How many invitations by email there are, or a search finds, how many were sent, how many led to a visit, and how many joined. Admins only (D42).';
grant execute on function public.invitation_counts(p_search text) to authenticated;

-- function public.keep_account

CREATE OR REPLACE FUNCTION public.keep_account()
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.keep_account() AS keep_account;
END;
comment on function public.keep_account() is 'Withdraws what the caller asked for: the account stays. Returns whether it was to be deleted (D49).';
grant execute on function public.keep_account() to authenticated;

-- function public.key_counts

CREATE OR REPLACE FUNCTION public.key_counts(p_benefit_id uuid)
 RETURNS TABLE(available bigint, delivered bigint, quarantined bigint, delivered_in_30_days bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.available,
     c.delivered,
     c.quarantined,
     c.delivered_in_30_days
    FROM private.key_counts(key_counts.p_benefit_id) c(available, delivered, quarantined, delivered_in_30_days);
END;
comment on function public.key_counts(p_benefit_id uuid) is 'How many keys of a benefit can be delivered, were delivered and are quarantined, and how many were delivered in 30 days. Admins only.';
grant execute on function public.key_counts(p_benefit_id uuid) to authenticated;

-- function public.last_delivery

CREATE OR REPLACE FUNCTION public.last_delivery(p_benefit_id uuid, p_order_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(kind text, content text, message text, of_order boolean)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l.kind,
     l.content,
     l.message,
     l.of_order
    FROM private.last_delivery(last_delivery.p_benefit_id, last_delivery.p_order_id) l(kind, content, message, of_order);
END;
comment on function public.last_delivery(p_benefit_id uuid, p_order_id uuid) is 'What to begin a delivery by hand with: what the order has received (`of_order`), else what an admin last delivered for the benefit; never a key (D31, D33). Admins only.';
grant execute on function public.last_delivery(p_benefit_id uuid, p_order_id uuid) to authenticated;

-- function public.late_credit_left

CREATE OR REPLACE FUNCTION public.late_credit_left()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (GREATEST((0)::bigint, (20 - COALESCE(sum(t.amount), (0)::bigint))))::integer AS "greatest"
    FROM token_transactions t
   WHERE ((t.account_id = ( SELECT auth.uid() AS uid)) AND (t.transaction_type = 'adjustment'::text) AND (t.order_id IS NOT NULL) AND (t.created_at > (now() - '30 days'::interval)));
END;
comment on function public.late_credit_left() is 'How many tokens the caller can still be credited for late orders: 20 in 30 days (D36).';
grant execute on function public.late_credit_left() to authenticated;

-- function public.launch_spots_left

CREATE OR REPLACE FUNCTION public.launch_spots_left()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.launch_spots_left() AS launch_spots_left;
END;
comment on function public.launch_spots_left() is 'How many of the 50 spots at the launch price are left: the only public figure (D26).';
grant execute on function public.launch_spots_left() to anon, authenticated;

-- function public.lease_emails

CREATE OR REPLACE FUNCTION public.lease_emails(p_limit integer)
 RETURNS TABLE(id uuid, kind text, attempt integer, email text, own boolean, data jsonb, unsubscribe text)
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT e.id,
     e.kind,
     e.attempt,
     e.email,
     e.own,
     e.data,
     e.unsubscribe
    FROM private.lease_emails(lease_emails.p_limit) e(id, kind, attempt, email, own, data, unsubscribe);
END;
comment on function public.lease_emails(p_limit integer) is 'Leases due emails for ten minutes: what to send, to whom, which attempt, and the token of its unsubscribe link (D37, D40). For service_role alone.';
grant execute on function public.lease_emails(p_limit integer) to service_role;

-- function public.mark_email_failed

CREATE OR REPLACE FUNCTION public.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.mark_email_failed(p_id, p_attempt, p_error, p_permanent) AS mark_email_failed;
END;
comment on function public.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean) is 'Records a failed attempt to send an email; `p_error` is a code without personal data (D37). For service_role alone.';
grant execute on function public.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean) to service_role;

-- function public.mark_email_sent

CREATE OR REPLACE FUNCTION public.mark_email_sent(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.mark_email_sent(p_id) AS mark_email_sent;
END;
comment on function public.mark_email_sent(p_id uuid) is 'Records that an email was sent (D37). For service_role alone.';
grant execute on function public.mark_email_sent(p_id uuid) to service_role;

-- function public.my_data

CREATE OR REPLACE FUNCTION public.my_data(p_part text, p_after integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.my_data(p_part, p_after) AS my_data;
END;
comment on function public.my_data(p_part text, p_after integer) is 'Up to 1,000 rows of one part of the caller''s own data, after the first p_after, oldest first. What was delivered and not read yet is named without its content, and stays unread (D34). Raises unknown_kind (D49).';
grant execute on function public.my_data(p_part text, p_after integer) to authenticated;

-- function public.my_data_counts

CREATE OR REPLACE FUNCTION public.my_data_counts()
 RETURNS TABLE(orders bigint, open_orders bigint, open_tokens bigint, entries bigint, notices bigint, invitations bigint, invitations_left integer, requested_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.orders,
     c.open_orders,
     c.open_tokens,
     c.entries,
     c.notices,
     c.invitations,
     c.invitations_left,
     c.requested_at
    FROM private.my_data_counts() c(orders, open_orders, open_tokens, entries, notices, invitations, invitations_left, requested_at);
END;
comment on function public.my_data_counts() is 'How much there is of the caller''s data, what a deletion would cancel, and when it was asked for in the last day (D49).';
grant execute on function public.my_data_counts() to authenticated;

-- function public.my_invitations

CREATE OR REPLACE FUNCTION public.my_invitations()
 RETURNS TABLE(quota integer, remaining integer, until timestamp with time zone, code text, bonus integer, received bigint, own_joined_at timestamp with time zone, own_bonus integer, own_received integer, invitations jsonb)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.quota,
     m.remaining,
     m.until,
     m.code,
     m.bonus,
     m.received,
     m.own_joined_at,
     m.own_bonus,
     m.own_received,
     m.invitations
    FROM private.my_invitations() m(quota, remaining, until, code, bonus, received, own_joined_at, own_bonus, own_received, invitations);
END;
comment on function public.my_invitations() is 'The caller''s invitations: how many a year, how many are left and until when, the code of the link (created when there is none), what both receive, what came in so far, how the caller was invited, and the newest 200 with their state: sent, opened, joined, expired, revoked (D43).';
grant execute on function public.my_invitations() to authenticated;

-- function public.my_totals

CREATE OR REPLACE FUNCTION public.my_totals(p_type text DEFAULT NULL::text)
 RETURNS TABLE(received bigint, received_count bigint, spent bigint, spent_count bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(sum(t.amount) FILTER (WHERE (t.amount > 0)), (0)::bigint) AS "coalesce",
     count(*) FILTER (WHERE (t.amount > 0)) AS count,
     COALESCE((- sum(t.amount) FILTER (WHERE (t.amount < 0))), (0)::bigint) AS "coalesce",
     count(*) FILTER (WHERE (t.amount < 0)) AS count
    FROM token_transactions t
   WHERE ((t.account_id = ( SELECT auth.uid() AS uid)) AND ((my_totals.p_type IS NULL) OR (t.transaction_type = my_totals.p_type)));
END;
comment on function public.my_totals(p_type text) is 'Tokens that the caller received and spent, by sign, over all entries or those of one type (D4, D21).';
grant execute on function public.my_totals(p_type text) to authenticated;

-- function public.note_orders

CREATE OR REPLACE FUNCTION public.note_orders(p_filter jsonb DEFAULT NULL::jsonb, p_ids uuid[] DEFAULT NULL::uuid[], p_note text DEFAULT NULL::text, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.note_orders(note_orders.p_filter, note_orders.p_ids, note_orders.p_note, note_orders.p_dry_run, note_orders.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb) is 'Writes an internal note on the orders of a filter or on these orders; a dry run, the default, only counts, and needs no note. Admins only (D46).';
grant execute on function public.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.on_time_figures

CREATE OR REPLACE FUNCTION public.on_time_figures()
 RETURNS TABLE(due bigint, on_time bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.due,
     f.on_time
    FROM private.on_time_figures() f(due, on_time);
END;
comment on function public.on_time_figures() is 'All orders of 30 days, as delivery_figures() counts those of a benefit: completed, delivered or due, and in time. Admins only (D36).';
grant execute on function public.on_time_figures() to authenticated;

-- function public.open_invitation

CREATE OR REPLACE FUNCTION public.open_invitation(p_code text, p_token text DEFAULT NULL::text)
 RETURNS TABLE(ok json, inviter json, email json, bound json)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT to_json(o.ok) AS to_json,
     COALESCE(to_json(o.inviter), 'null'::json) AS "coalesce",
     COALESCE(to_json(o.email), 'null'::json) AS "coalesce",
     COALESCE(to_json(o.bound), 'null'::json) AS "coalesce"
    FROM private.open_invitation(open_invitation.p_code, open_invitation.p_token) o(ok, inviter, email, bound);
END;
comment on function public.open_invitation(p_code text, p_token text) is 'Who invites with a code and, with the token of the emailed link, which address is invited and whether the code is bound to it; records the visit. For everything else `ok` is false, and counts as a miss of validate_invite_code (D10, D42).';
grant execute on function public.open_invitation(p_code text, p_token text) to anon, authenticated;

-- function public.operation_rows

CREATE OR REPLACE FUNCTION public.operation_rows(p_operation_id uuid, p_state text DEFAULT NULL::text, p_after integer DEFAULT NULL::integer, p_limit integer DEFAULT 26)
 RETURNS TABLE("position" integer, row_id text, label text, state text, reason text, reason_by text, reason_at timestamp with time zone, tokens integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r."position",
     r.row_id,
     r.label,
     r.state,
     r.reason,
     r.reason_by,
     r.reason_at,
     r.tokens
    FROM private.operation_rows_of(operation_rows.p_operation_id, operation_rows.p_state, operation_rows.p_after, operation_rows.p_limit) r("position", row_id, label, state, reason, reason_by, reason_at, tokens);
END;
comment on function public.operation_rows(p_operation_id uuid, p_state text, p_after integer, p_limit integer) is 'The rows of an operation in one state, or in any, after a position, and how to refer to each. Admins only (D46).';
grant execute on function public.operation_rows(p_operation_id uuid, p_state text, p_after integer, p_limit integer) to authenticated;

-- function public.order_categories

CREATE OR REPLACE FUNCTION public.order_categories(p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.order_categories(p_ids) AS order_categories;
END;
comment on function public.order_categories(p_ids uuid[]) is 'Puts the categories into the given order; those that are not given follow. Admins only (D38).';
grant execute on function public.order_categories(p_ids uuid[]) to authenticated;

-- function public.order_counts

CREATE OR REPLACE FUNCTION public.order_counts()
 RETURNS TABLE(status text, count bigint, overdue bigint)
 LANGUAGE sql
 STABLE ROWS 5
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.status,
     c.count,
     c.overdue
    FROM private.order_counts() c(status, count, overdue);
END;
comment on function public.order_counts() is 'How many orders have each status, and how many of the pending are past their 48 hours (D25). Admins only.';
grant execute on function public.order_counts() to authenticated;

-- function public.order_delivery

CREATE OR REPLACE FUNCTION public.order_delivery(p_order_id uuid)
 RETURNS TABLE(method text, kind text, content text, message text, instructions text, delivered_at timestamp with time zone, path text, name text, size bigint, type text)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT d.method,
     d.kind,
     d.content,
     d.message,
     d.instructions,
     d.delivered_at,
     d.path,
     d.name,
     d.size,
     d.type
    FROM private.order_delivery(order_delivery.p_order_id) d(method, kind, content, message, instructions, delivered_at, path, name, size, type);
END;
comment on function public.order_delivery(p_order_id uuid) is 'What was delivered with the caller''s own order, and counts as read from then on; no row for any other order, before the delivery or after a cancellation (D32, D34).';
grant execute on function public.order_delivery(p_order_id uuid) to authenticated;

-- function public.order_events

CREATE OR REPLACE FUNCTION public.order_events(p_order_id uuid)
 RETURNS TABLE(at timestamp with time zone, event text, actor text, detail jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT e.at,
     e.event,
     e.actor,
     e.detail
    FROM private.order_events(order_events.p_order_id) e(at, event, actor, detail);
END;
comment on function public.order_events(p_order_id uuid) is 'What happened to the caller''s own order, oldest first: placed, paid, refunded, credited (D36), status, delivered, read, reported, answered; by `you`, `system` (Guildhall), `admin` (who has left) or the name of an admin. No content and no key.';
grant execute on function public.order_events(p_order_id uuid) to authenticated;

-- function public.order_flow

CREATE OR REPLACE FUNCTION public.order_flow(p_days integer, p_zone text)
 RETURNS TABLE(day date, pending bigint, processing bigint, completed bigint, delivered bigint, cancelled bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.day,
     f.pending,
     f.processing,
     f.completed,
     f.delivered,
     f.cancelled
    FROM private.order_flow(order_flow.p_days, order_flow.p_zone) f(day, pending, processing, completed, delivered, cancelled);
END;
comment on function public.order_flow(p_days integer, p_zone text) is 'Orders placed on each of the last days of a time zone, by today''s status, oldest day first. Admins only.';
grant execute on function public.order_flow(p_days integer, p_zone text) to authenticated;

-- function public.order_history

CREATE OR REPLACE FUNCTION public.order_history(p_order_id uuid)
 RETURNS TABLE(at timestamp with time zone, actor_id uuid, actor_name text, from_status text, to_status text, operation_id uuid, is_undo boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT h.at,
     h.actor_id,
     h.actor_name,
     h.from_status,
     h.to_status,
     h.operation_id,
     h.is_undo
    FROM private.order_history(order_history.p_order_id) h(at, actor_id, actor_name, from_status, to_status, operation_id, is_undo);
END;
comment on function public.order_history(p_order_id uuid) is 'The status changes of one order, oldest first; without an actor, by the system (D29); by an operation or its undo (D46). Admins only.';
grant execute on function public.order_history(p_order_id uuid) to authenticated;

-- function public.pending_orders

CREATE OR REPLACE FUNCTION public.pending_orders()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.pending_orders() AS pending_orders;
END;
comment on function public.pending_orders() is 'How many orders are pending: the badge in the menu of every admin page. Admins only.';
grant execute on function public.pending_orders() to authenticated;

-- function public.person

CREATE OR REPLACE FUNCTION public.person(code_uses)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.user_id$function$;
comment on function public.person(code_uses) is 'Relationship: the person who used a code.';
grant execute on function public.person(code_uses) to authenticated;

-- function public.person_figures

CREATE OR REPLACE FUNCTION public.person_figures(p_id uuid)
 RETURNS TABLE(received bigint, spent bigint, open_orders bigint, late_orders bigint, reports bigint, open_reports bigint, notes bigint, messages bigint, unread_notices bigint, given_up_emails bigint, given_up_error text, confirmed_at timestamp with time zone, last_sign_in_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.received,
     f.spent,
     f.open_orders,
     f.late_orders,
     f.reports,
     f.open_reports,
     f.notes,
     f.messages,
     f.unread_notices,
     f.given_up_emails,
     f.given_up_error,
     f.confirmed_at,
     f.last_sign_in_at
    FROM private.person_figures(person_figures.p_id) f(received, spent, open_orders, late_orders, reports, open_reports, notes, messages, unread_notices, given_up_emails, given_up_error, confirmed_at, last_sign_in_at);
END;
comment on function public.person_figures(p_id uuid) is 'One row about a person: tokens received and spent, orders and reports that wait, notices and emails, and the last sign-in; emails are those of the last 90 days, notices of 180. Admins only.';
grant execute on function public.person_figures(p_id uuid) to authenticated;

-- function public.person_messages

CREATE OR REPLACE FUNCTION public.person_messages(p_id uuid, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id uuid, by_email boolean, kind text, order_id uuid, order_number text, benefit_id uuid, data jsonb, count integer, created_at timestamp with time zone, read_at timestamp with time zone, state text, error text, elsewhere boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.id,
     m.by_email,
     m.kind,
     m.order_id,
     m.order_number,
     m.benefit_id,
     m.data,
     m.count,
     m.created_at,
     m.read_at,
     m.state,
     m.error,
     m.elsewhere
    FROM private.person_messages(person_messages.p_id, person_messages.p_key_value, person_messages.p_key_id, person_messages.p_reverse, person_messages.p_limit) m(id, by_email, kind, order_id, order_number, benefit_id, data, count, created_at, read_at, state, error, elsewhere);
END;
comment on function public.person_messages(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'What a person was told, in the app and by email, newest first, after a key: `state` is unread or read, or what became of an email (waiting, sent, given_up, skipped, over_limit), with the reason of a failure (D37, D40). Admins only.';
grant execute on function public.person_messages(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.person_notes

CREATE OR REPLACE FUNCTION public.person_notes(p_id uuid, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id uuid, body text, author_name text, created_at timestamp with time zone, order_id uuid, order_number text, benefit_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT n.id,
     n.body,
     n.author_name,
     n.created_at,
     n.order_id,
     n.order_number,
     n.benefit_name
    FROM private.person_notes(person_notes.p_id, person_notes.p_key_value, person_notes.p_key_id, person_notes.p_reverse, person_notes.p_limit) n(id, body, author_name, created_at, order_id, order_number, benefit_name);
END;
comment on function public.person_notes(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The notes of admins about the orders of one person, newest first, after a key. Admins only.';
grant execute on function public.person_notes(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.person_reports

CREATE OR REPLACE FUNCTION public.person_reports(p_id uuid, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, answer_text text, created_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, benefit_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.id,
     r.number,
     r.reason,
     r.outcome,
     r.answer,
     r.answer_text,
     r.created_at,
     r.answered_at,
     r.order_id,
     r.order_number,
     r.benefit_name
    FROM private.person_reports(person_reports.p_id, person_reports.p_key_value, person_reports.p_key_id, person_reports.p_reverse, person_reports.p_limit) r(id, number, reason, outcome, answer, answer_text, created_at, answered_at, order_id, order_number, benefit_name);
END;
comment on function public.person_reports(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The reports of one person, newest first, after a key (D34). Admins only.';
grant execute on function public.person_reports(p_id uuid, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.reconcile

CREATE OR REPLACE FUNCTION public.reconcile()
 RETURNS TABLE(account_id uuid, problem text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.account_id,
     r.problem
    FROM private.reconcile_for_admin() r(account_id, problem);
END;
comment on function public.reconcile() is 'Every inconsistent account; no rows means consistent (D2). Admins only.';
grant execute on function public.reconcile() to authenticated;

-- function public.redeem_code

CREATE OR REPLACE FUNCTION public.redeem_code(p_code text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ok json, token_value json, balance json)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT to_json(r.ok) AS to_json,
     COALESCE(to_json(r.token_value), 'null'::json) AS "coalesce",
     to_json(r.balance) AS to_json
    FROM private.redeem_code(redeem_code.p_code, redeem_code.p_request_id) r(ok, token_value, balance);
END;
comment on function public.redeem_code(p_code text, p_request_id uuid) is 'Redeems a token code: ok, its tokens and the new balance. The same `p_request_id` returns the caller''s success again, and raises request_id_reused with another code (D41). Raises rate_limited after 10 misses a minute, 50 a day (D10).';
grant execute on function public.redeem_code(p_code text, p_request_id uuid) to authenticated;

-- function public.redeemed_code

CREATE OR REPLACE FUNCTION public.redeemed_code(token_transactions)
 RETURNS SETOF redeem_codes
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.redeem_codes where id = $1.redeem_code_id$function$;
comment on function public.redeemed_code(token_transactions) is 'Relationship: the token code of a ledger entry.';
grant execute on function public.redeemed_code(token_transactions) to authenticated;

-- function public.redeemer

CREATE OR REPLACE FUNCTION public.redeemer(invite_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.used_by$function$;
CREATE OR REPLACE FUNCTION public.redeemer(redeem_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.used_by$function$;
comment on function public.redeemer(invite_codes) is 'Relationship: the person who used an invite code.';
comment on function public.redeemer(redeem_codes) is 'Relationship: the person who used a token code.';
grant execute on function public.redeemer(invite_codes) to authenticated;
grant execute on function public.redeemer(redeem_codes) to authenticated;

-- function public.related_order

CREATE OR REPLACE FUNCTION public.related_order(token_transactions)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.orders where id = $1.order_id$function$;
comment on function public.related_order(token_transactions) is 'Relationship: the order of a ledger entry.';
grant execute on function public.related_order(token_transactions) to authenticated;

-- function public.remove_from_waitlist

CREATE OR REPLACE FUNCTION public.remove_from_waitlist(p_ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.remove_from_waitlist(p_ids) AS remove_from_waitlist;
END;
comment on function public.remove_from_waitlist(p_ids uuid[]) is 'Forgets up to 500 addresses, also declined ones, which may ask again, and returns how many. Admins only.';
grant execute on function public.remove_from_waitlist(p_ids uuid[]) to authenticated;

-- function public.report_counts

CREATE OR REPLACE FUNCTION public.report_counts()
 RETURNS TABLE(open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.open,
     c.due_within_hour,
     c.in_30_days,
     c.replaced_in_30_days,
     c.median_hours
    FROM private.report_counts() c(open, due_within_hour, in_30_days, replaced_in_30_days, median_hours);
END;
comment on function public.report_counts() is 'Open reports, those due within an hour, reports of 30 days, those replaced at once, and the median hours to an answer. Admins only (D34).';
grant execute on function public.report_counts() to authenticated;

-- function public.report_delivery

CREATE OR REPLACE FUNCTION public.report_delivery(p_order_id uuid, p_reason text, p_items integer DEFAULT NULL::integer)
 RETURNS TABLE(outcome text)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.outcome
    FROM private.report_delivery(report_delivery.p_order_id, report_delivery.p_reason, report_delivery.p_items) r(outcome);
END;
comment on function public.report_delivery(p_order_id uuid, p_reason text, p_items integer) is 'Reports that what the caller''s order delivered does not work, within 30 days and once for each item. `replaced`: another key was delivered; `open`: an admin answers. `p_items`: as delivery_status() showed them, so that nothing is reported that the caller has not seen; without it, as of when the call begins. Raises reason_required, nothing_to_report, report_refused (D34).';
grant execute on function public.report_delivery(p_order_id uuid, p_reason text, p_items integer) to authenticated;

-- function public.report_details

CREATE OR REPLACE FUNCTION public.report_details(p_report_id uuid)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamp with time zone, due_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, order_status text, price integer, benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamp with time zone, customer_id uuid, customer_name text, customer_email text, can_replace boolean)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.id,
     r.number,
     r.reason,
     r.outcome,
     r.answer,
     r.answer_text,
     r.answered_by,
     r.created_at,
     r.due_at,
     r.answered_at,
     r.order_id,
     r.order_number,
     r.order_status,
     r.price,
     r.benefit_id,
     r.benefit_name,
     r.method,
     r.mask,
     r.batch,
     r.delivered_at,
     r.customer_id,
     r.customer_name,
     r.customer_email,
     r.can_replace
    FROM private.report_details(report_details.p_report_id) r(id, number, reason, outcome, answer, answer_text, answered_by, created_at, due_at, answered_at, order_id, order_number, order_status, price, benefit_id, benefit_name, method, mask, batch, delivered_at, customer_id, customer_name, customer_email, can_replace);
END;
comment on function public.report_details(p_report_id uuid) is 'One report with its order, delivery (keys masked) and answer; `can_replace`: whether there is something to deliver instead. Admins only (D34).';
grant execute on function public.report_details(p_report_id uuid) to authenticated;

-- function public.request_deletion

CREATE OR REPLACE FUNCTION public.request_deletion()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.request_deletion() AS request_deletion;
END;
comment on function public.request_deletion() is 'Asks for the deletion of the caller''s account and sends the email that confirms it; returns when it was asked for. Within a minute, or once confirmed, nothing new. Raises password_required unless the password was entered in the last five minutes, last_admin, rate_limited after five in a day (D49).';
grant execute on function public.request_deletion() to authenticated;

-- function public.request_invitation

CREATE OR REPLACE FUNCTION public.request_invitation(p_email text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.request_invitation(p_email) AS request_invitation;
END;
comment on function public.request_invitation(p_email text) is 'Puts an address on the waitlist; true for every address, new, waiting, declined, invited or a member''s. Raises invalid_email for what is no address, and rate_limited after ten requests in an hour from one network address (D44).';
grant execute on function public.request_invitation(p_email text) to anon, authenticated;

-- function public.resend_invitation

CREATE OR REPLACE FUNCTION public.resend_invitation(p_code_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.resend_invitation(p_code_id) AS resend_invitation;
END;
comment on function public.resend_invitation(p_code_id uuid) is 'Sends an invitation again. Raises invitation_not_found (to all but inviter and admins), invitation_closed, resent_too_often beyond five times, rate_limited within 60 seconds (D42).';
grant execute on function public.resend_invitation(p_code_id uuid) to authenticated;

-- function public.reset_second_factor

CREATE OR REPLACE FUNCTION public.reset_second_factor(p_person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.reset_second_factor(p_person) AS reset_second_factor;
END;
comment on function public.reset_second_factor(p_person uuid) is 'Removes another person''s authenticators, ends their sessions, logs it and tells them by email; they sign in by password and set up another. For admins. Raises cannot_reset_own_factor, profile_not_found, no_second_factor.';
grant execute on function public.reset_second_factor(p_person uuid) to authenticated;

-- function public.reveal_key

CREATE OR REPLACE FUNCTION public.reveal_key(p_key_id bigint)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.reveal_key(p_key_id) AS reveal_key;
END;
comment on function public.reveal_key(p_key_id bigint) is 'One key in full, null if there is none; logged, and at most 30 an hour for each admin (rate_limited). Admins only (D31).';
grant execute on function public.reveal_key(p_key_id bigint) to authenticated;

-- function public.revoke_codes

CREATE OR REPLACE FUNCTION public.revoke_codes(p_kind text, p_filter jsonb DEFAULT NULL::jsonb, p_ids uuid[] DEFAULT NULL::uuid[], p_reason text DEFAULT NULL::text, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.revoke_codes(revoke_codes.p_kind, revoke_codes.p_filter, revoke_codes.p_ids, revoke_codes.p_reason, revoke_codes.p_dry_run, revoke_codes.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.revoke_codes(p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb) is 'Revokes the available token or invite codes of a filter or of these ids, for a reason that admins see (reason_required). A dry run, the default, only counts; `p_expected` is its result. Admins only (D41, D46).';
grant execute on function public.revoke_codes(p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.revoke_invitation

CREATE OR REPLACE FUNCTION public.revoke_invitation(p_code_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.revoke_invitation(p_code_id) AS revoke_invitation;
END;
comment on function public.revoke_invitation(p_code_id uuid) is 'Revokes an invitation or a link of one''s own, of an admin''s only while they are one, which gives nothing back. Raises invitation_not_found, invitation_closed (D42).';
grant execute on function public.revoke_invitation(p_code_id uuid) to authenticated;

-- function public.revoker

CREATE OR REPLACE FUNCTION public.revoker(invite_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.revoked_by$function$;
CREATE OR REPLACE FUNCTION public.revoker(redeem_codes)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.profiles where id = $1.revoked_by$function$;
comment on function public.revoker(invite_codes) is 'Relationship: the admin who revoked an invite code.';
comment on function public.revoker(redeem_codes) is 'Relationship: the admin who revoked a token code.';
grant execute on function public.revoker(invite_codes) to authenticated;
grant execute on function public.revoker(redeem_codes) to authenticated;

-- function public.run_due

CREATE OR REPLACE FUNCTION public.run_due()
 RETURNS text[]
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '2min'
BEGIN ATOMIC
 SELECT private.run_due() AS run_due;
END;
comment on function public.run_due() is 'Does what is due, as telling of benefits that are available again, and returns the items that failed. For service_role alone.';
grant execute on function public.run_due() to service_role;

-- function public.save_delivery_settings

CREATE OR REPLACE FUNCTION public.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text DEFAULT NULL::text, p_link text DEFAULT NULL::text, p_file jsonb DEFAULT NULL::jsonb, p_low_stock integer DEFAULT 10)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.save_delivery_settings(p_benefit_id, p_updated_at, p_method, p_instructions, p_link, p_file, p_low_stock) AS save_delivery_settings;
END;
comment on function public.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text, p_link text, p_file jsonb, p_low_stock integer) is 'Sets what future orders of a benefit deliver and returns the new time; `p_file` has path, name, size (bytes) and type of an upload. Raises settings_changed, invalid_delivery. Admins only (D30).';
grant execute on function public.save_delivery_settings(p_benefit_id uuid, p_updated_at timestamp with time zone, p_method text, p_instructions text, p_link text, p_file jsonb, p_low_stock integer) to authenticated;

-- function public.search_everything

CREATE OR REPLACE FUNCTION public.search_everything(p_term text, p_all boolean DEFAULT false)
 RETURNS TABLE(kind text, id uuid, title text, detail text, state text)
 LANGUAGE sql
 STABLE ROWS 25
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.kind,
     f.id,
     f.title,
     f.detail,
     f.state
    FROM private.search_everything(search_everything.p_term, search_everything.p_all) f(kind, id, title, detail, state);
END;
comment on function public.search_everything(p_term text, p_all boolean) is 'What a term of at least two characters finds: of the caller''s own orders and the catalogue, or with `p_all`, for admins only, of everything.';
grant execute on function public.search_everything(p_term text, p_all boolean) to authenticated;

-- function public.search_invitations

CREATE OR REPLACE FUNCTION public.search_invitations(p_search text DEFAULT NULL::text, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(code_id uuid, code text, source text, inviter text, email text, bound boolean, message text, state text, sends integer, queued_at timestamp with time zone, last_sent_at timestamp with time zone, opened_at timestamp with time zone, opens integer, joined_at timestamp with time zone, joined_id uuid, joined_name text, expires_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT i.code_id,
     i.code,
     i.source,
     i.inviter,
     i.email,
     i.bound,
     i.message,
     i.state,
     i.sends,
     i.queued_at,
     i.last_sent_at,
     i.opened_at,
     i.opens,
     i.joined_at,
     i.joined_id,
     i.joined_name,
     i.expires_at,
     i.created_at
    FROM private.search_invitations(search_invitations.p_search, search_invitations.p_key_value, search_invitations.p_key_id, search_invitations.p_reverse, search_invitations.p_limit) i(code_id, code, source, inviter, email, bound, message, state, sends, queued_at, last_sent_at, opened_at, opens, joined_at, joined_id, joined_name, expires_at, created_at);
END;
comment on function public.search_invitations(p_search text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Invitations by email whose address contains a term, newest first, after a key (D20): `state` joined, revoked, expired, opened, sent, waiting, given_up, or skipped (not sent, as the address is a member''s or does not want it). Admins only (D42).';
grant execute on function public.search_invitations(p_search text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_invite_codes

CREATE OR REPLACE FUNCTION public.search_invite_codes(p_search text, p_state text, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF invite_codes
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.*::invite_codes AS c
    FROM private.search_codes(NULL::invite_codes, search_invite_codes.p_search, search_invite_codes.p_state, search_invite_codes.p_key_value, search_invite_codes.p_key_id, search_invite_codes.p_reverse, search_invite_codes.p_limit) c(id, code, note, batch_id, max_uses, uses, is_used, used_by, used_at, expires_at, email, is_plain, created_by, created_at, revoked_at, is_revoked, revoked_by, revoked_reason);
END;
comment on function public.search_invite_codes(p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Invite codes, available, used, expired or revoked, whose code, note or user contains a term, newest first, after a key (D20). `p_reverse` reads from the oldest. Admins only.';
grant execute on function public.search_invite_codes(p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_keys

CREATE OR REPLACE FUNCTION public.search_keys(p_benefit_id uuid, p_search text DEFAULT NULL::text, p_state text DEFAULT NULL::text, p_key_id bigint DEFAULT NULL::bigint, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id bigint, mask text, state text, batch integer, order_id uuid, order_number text, customer_name text, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT k.id,
     k.mask,
     k.state,
     k.batch,
     k.order_id,
     k.order_number,
     k.customer_name,
     k.changed_at
    FROM private.search_keys(search_keys.p_benefit_id, search_keys.p_search, search_keys.p_state, search_keys.p_key_id, search_keys.p_reverse, search_keys.p_limit) k(id, mask, state, batch, order_id, order_number, customer_name, changed_at);
END;
comment on function public.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'The keys of a benefit, masked, newest first, after the key p_key_id; found by the end that the mask shows, order or member. Admins only (D31).';
grant execute on function public.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_orders

CREATE OR REPLACE FUNCTION public.search_orders(p_filter jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'newest'::text, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT o.*::orders AS o
    FROM private.search_orders(search_orders.p_filter, search_orders.p_sort, search_orders.p_key_value, search_orders.p_key_id, search_orders.p_reverse, search_orders.p_limit) o(id, order_number, user_id, account_id, benefit_id, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, delivery_method, due_at, credit_rate, credit_cap, late_credit, fulfilled_at, from_stock, unit, created_at, updated_at, search_text);
END;
comment on function public.search_orders(p_filter jsonb, p_sort text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Orders that meet the filters of private.order_filter(), after a key (D20), the newest first or, of those that wait, the first due. `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_orders(p_filter jsonb, p_sort text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_profiles

CREATE OR REPLACE FUNCTION public.search_profiles(p_search text DEFAULT NULL::text, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_key_value text DEFAULT NULL::text, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.*::profiles AS p
    FROM private.search_profiles(search_profiles.p_search, search_profiles.p_sort, search_profiles.p_ascending, search_profiles.p_key_value, search_profiles.p_key_id, search_profiles.p_reverse, search_profiles.p_limit) p(id, name, email, phone, current_tokens, adjustment_type, adjustment_reason, role, membership_start_date, membership_end_date, invite_code_used, created_at, deletes_at);
END;
comment on function public.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) is 'People whose name or email contains a term, sorted by created_at, name, email or current_tokens, after a key (D20). `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_redeem_codes

CREATE OR REPLACE FUNCTION public.search_redeem_codes(p_search text, p_state text, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF redeem_codes
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.*::redeem_codes AS c
    FROM private.search_codes(NULL::redeem_codes, search_redeem_codes.p_search, search_redeem_codes.p_state, search_redeem_codes.p_key_value, search_redeem_codes.p_key_id, search_redeem_codes.p_reverse, search_redeem_codes.p_limit) c(id, code, token_value, note, batch_id, max_uses, uses, is_used, used_by, used_at, expires_at, created_by, created_at, revoked_at, is_revoked, revoked_by, revoked_reason);
END;
comment on function public.search_redeem_codes(p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Token codes, available, used, expired or revoked, whose code, note or user contains a term, newest first, after a key (D20). `p_reverse` reads from the oldest. Admins only.';
grant execute on function public.search_redeem_codes(p_search text, p_state text, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_reports

CREATE OR REPLACE FUNCTION public.search_reports(p_benefit_id uuid DEFAULT NULL::uuid, p_open boolean DEFAULT true, p_search text DEFAULT NULL::text, p_key_time timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, created_at timestamp with time zone, due_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, benefit_id uuid, benefit_name text, method text, batch integer, customer_name text, earlier integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.id,
     r.number,
     r.reason,
     r.outcome,
     r.answer,
     r.created_at,
     r.due_at,
     r.answered_at,
     r.order_id,
     r.order_number,
     r.benefit_id,
     r.benefit_name,
     r.method,
     r.batch,
     r.customer_name,
     r.earlier
    FROM private.search_reports(search_reports.p_benefit_id, search_reports.p_open, search_reports.p_search, search_reports.p_key_time, search_reports.p_key_id, search_reports.p_reverse, search_reports.p_limit) r(id, number, reason, outcome, answer, created_at, due_at, answered_at, order_id, order_number, benefit_id, benefit_name, method, batch, customer_name, earlier);
END;
comment on function public.search_reports(p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Open reports, the first due first, or all of them, the newest first, of one benefit or all; after the key p_key_time (due_at of open ones, else created_at), p_key_id. `earlier`: reports of the order before. Admins only (D34).';
grant execute on function public.search_reports(p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.second_factors_of

CREATE OR REPLACE FUNCTION public.second_factors_of(p_person uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.second_factors_of(p_person) AS second_factors_of;
END;
comment on function public.second_factors_of(p_person uuid) is 'How many authenticators a person signs in with. For admins.';
grant execute on function public.second_factors_of(p_person uuid) to authenticated;

-- function public.send_invitations

CREATE OR REPLACE FUNCTION public.send_invitations(p_rows jsonb, p_message text DEFAULT NULL::text, p_dry_run boolean DEFAULT true, p_bound boolean DEFAULT true, p_days integer DEFAULT 30)
 RETURNS TABLE("position" integer, email text, state text)
 LANGUAGE sql
 ROWS 500
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT s."position",
     s.email,
     s.state
    FROM private.send_invitations(send_invitations.p_rows, send_invitations.p_message, send_invitations.p_dry_run, send_invitations.p_bound, send_invitations.p_days) s("position", email, state);
END;
comment on function public.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer) is 'Invites `{email}` by email; a dry run, the default, only says what would happen. Of each: new (invited), or why not: member, invited (in the last 30 days), suppressed, duplicate, invalid, over_quota. Admins: 500 at once. Members: within their number, always bound and for 30 days, and never told of others'' invitations, members and suppressed addresses, for whom no email is sent (D42).';
grant execute on function public.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer) to authenticated;

-- function public.send_test_email

CREATE OR REPLACE FUNCTION public.send_test_email(p_template text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.send_test_email(p_template) AS send_test_email;
END;
comment on function public.send_test_email(p_template text) is 'Sends the calling admin a template with sample data and returns the id for test_email(); rate_limited beyond 20 an hour.';
grant execute on function public.send_test_email(p_template text) to authenticated;

-- function public.set_favourite

CREATE OR REPLACE FUNCTION public.set_favourite(p_benefit_id uuid, p_favourite boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.set_favourite(p_benefit_id, p_favourite) AS set_favourite;
END;
comment on function public.set_favourite(p_benefit_id uuid, p_favourite boolean) is 'Marks a benefit of the catalogue as a favourite of the caller, or takes the mark away; raises benefit_unavailable (D39).';
grant execute on function public.set_favourite(p_benefit_id uuid, p_favourite boolean) to authenticated;

-- function public.set_key_aside

CREATE OR REPLACE FUNCTION public.set_key_aside(p_key_id bigint, p_aside boolean)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.set_key_aside(p_key_id, p_aside) AS set_key_aside;
END;
comment on function public.set_key_aside(p_key_id bigint, p_aside boolean) is 'Quarantines a key, or restores it to the pool or, if it has one, to its order; returns its state, which stays quarantined while its batch is, or null if there is no such key. Logged. Admins only (D31).';
grant execute on function public.set_key_aside(p_key_id bigint, p_aside boolean) to authenticated;

-- function public.set_keys_aside

CREATE OR REPLACE FUNCTION public.set_keys_aside(p_filter jsonb DEFAULT NULL::jsonb, p_ids bigint[] DEFAULT NULL::bigint[], p_aside boolean DEFAULT true, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.set_keys_aside(set_keys_aside.p_filter, set_keys_aside.p_ids, set_keys_aside.p_aside, set_keys_aside.p_dry_run, set_keys_aside.p_expected) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb) is 'Puts keys that were never handed out aside, or back into the pool: those of a filter or with these ids. A dry run, the default, only counts; `p_expected` is its result. Admins only (D31, D46).';
grant execute on function public.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb) to authenticated;

-- function public.set_order_statuses

CREATE OR REPLACE FUNCTION public.set_order_statuses(p_filter jsonb DEFAULT NULL::jsonb, p_ids uuid[] DEFAULT NULL::uuid[], p_status text DEFAULT NULL::text, p_dry_run boolean DEFAULT true, p_expected jsonb DEFAULT NULL::jsonb, p_kind text DEFAULT NULL::text, p_content text DEFAULT NULL::text, p_message text DEFAULT NULL::text, p_note text DEFAULT NULL::text)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.set_order_statuses(set_order_statuses.p_filter, set_order_statuses.p_ids, set_order_statuses.p_status, set_order_statuses.p_dry_run, set_order_statuses.p_expected, set_order_statuses.p_kind, set_order_statuses.p_content, set_order_statuses.p_message, set_order_statuses.p_note) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.set_order_statuses(p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text, p_note text) is 'Sets the status of the orders of a filter or of these orders, for ''delivered'' with what is delivered (a text, link or key) and a message, and with an internal note. A dry run, the default, only counts; `p_expected` is its result: the run takes its rows and is refused (numbers_differ) if its numbers are not those of today. Admins only (D33, D46).';
grant execute on function public.set_order_statuses(p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text, p_note text) to authenticated;

-- function public.start_export

CREATE OR REPLACE FUNCTION public.start_export()
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.writes_as_admin() AS writes_as_admin;
END;
comment on function public.start_export() is 'Called before rows are exported. Raises second_factor_required to an admin whose session lacks it; others export what they read.';
grant execute on function public.start_export() to authenticated;

-- function public.suspect_batches

CREATE OR REPLACE FUNCTION public.suspect_batches()
 RETURNS TABLE(id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamp with time zone, keys bigint, delivered bigint, held bigint, reported bigint, other_keys_left integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT b.id,
     b.benefit_id,
     b.benefit_name,
     b.batch,
     b.quarantined_at,
     b.keys,
     b.delivered,
     b.held,
     b.reported,
     b.other_keys_left
    FROM private.suspect_batches() b(id, benefit_id, benefit_name, batch, quarantined_at, keys, delivered, held, reported, other_keys_left);
END;
comment on function public.suspect_batches() is 'The batches that reports have quarantined and no admin has decided about: keys, delivered, held back, reported, and keys of other batches (up to 10,000). Admins only (D34).';
grant execute on function public.suspect_batches() to authenticated;

-- function public.taken_codes

CREATE OR REPLACE FUNCTION public.taken_codes(p_kind text, p_codes text[])
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.taken_codes(p_kind, p_codes) AS taken_codes;
END;
comment on function public.taken_codes(p_kind text, p_codes text[]) is 'Which of at most 10,000 codes exist already, in any spelling (D10), by their positions from 1. Admins only.';
grant execute on function public.taken_codes(p_kind text, p_codes text[]) to authenticated;

-- function public.test_email

CREATE OR REPLACE FUNCTION public.test_email(p_id uuid)
 RETURNS TABLE(state text, error text, next_attempt_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT e.state,
     e.error,
     e.next_attempt_at
    FROM private.test_email(test_email.p_id) e(state, error, next_attempt_at);
END;
comment on function public.test_email(p_id uuid) is 'Whether a test email of the calling admin was sent, and otherwise why not and when it is tried again. Admins only.';
grant execute on function public.test_email(p_id uuid) to authenticated;

-- function public.token_flow

CREATE OR REPLACE FUNCTION public.token_flow(p_step text, p_steps integer, p_zone text)
 RETURNS TABLE(starts_on date, issued bigint, spent bigint, outstanding bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.starts_on,
     f.issued,
     f.spent,
     f.outstanding
    FROM private.token_flow(token_flow.p_step, token_flow.p_steps, token_flow.p_zone) f(starts_on, issued, spent, outstanding);
END;
comment on function public.token_flow(p_step text, p_steps integer, p_zone text) is 'Tokens issued, spent and outstanding per day, week (from Monday) or month of a time zone, oldest first. Admins only.';
grant execute on function public.token_flow(p_step text, p_steps integer, p_zone text) to authenticated;

-- function public.undo_operation

CREATE OR REPLACE FUNCTION public.undo_operation(p_operation_id uuid)
 RETURNS TABLE(operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer, undone integer, kept jsonb, as_of timestamp with time zone, undo_until timestamp with time zone)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
 SET statement_timeout TO '30s'
BEGIN ATOMIC
 SELECT r.operation_id,
     r.kind,
     r.state,
     r.changed,
     r.skipped,
     r.tokens,
     r.moves,
     r.emails,
     r.remaining,
     r.undone,
     r.kept,
     r.as_of,
     r.undo_until
    FROM private.undo_operation(undo_operation.p_operation_id) r(operation_id, kind, state, changed, skipped, tokens, moves, emails, remaining, undone, kept, as_of, undo_until);
END;
comment on function public.undo_operation(p_operation_id uuid) is 'Takes back the caller''s own operation within ten minutes of its end, 500 rows in this call; what was waiting is not done any more. Raises operation_not_found, not_your_operation, already_undone, undo_closed. Admins only (D46).';
grant execute on function public.undo_operation(p_operation_id uuid) to authenticated;

-- function public.unsubscribe

CREATE OR REPLACE FUNCTION public.unsubscribe(p_token text)
 RETURNS TABLE(ok boolean, kind text)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.ok,
     u.kind
    FROM private.unsubscribe(unsubscribe.p_token) u(ok, kind);
END;
comment on function public.unsubscribe(p_token text) is 'Ends the emails of the group that a signed link names, for the person or address that it names, and says which; `ok` is false for any other token. Works without signing in, any number of times, and does nothing else (D40).';
grant execute on function public.unsubscribe(p_token text) to anon, authenticated;

-- function public.validate_invite_code

CREATE OR REPLACE FUNCTION public.validate_invite_code(code_to_check text)
 RETURNS TABLE(is_valid json)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT to_json(private.validate_invite_code(code_to_check)) AS to_json;
END;
comment on function public.validate_invite_code(code_to_check text) is 'Whether an invite code can be used; the same result for unknown, used up, expired, revoked and malformed codes (D10). Whom a code is bound to is checked at sign-up (D42).';
grant execute on function public.validate_invite_code(code_to_check text) to anon, authenticated;

-- function public.view_counts

CREATE OR REPLACE FUNCTION public.view_counts(p_filters jsonb[])
 RETURNS integer[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.view_counts(p_filters) AS view_counts;
END;
comment on function public.view_counts(p_filters jsonb[]) is 'How many orders meet each of up to 40 filters, as count_orders() counts them. Admins only.';
grant execute on function public.view_counts(p_filters jsonb[]) to authenticated;
