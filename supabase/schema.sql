-- Generated from supabase/migrations by `npm run schema`; not executed.

-- table auth.users

CREATE TRIGGER guildhall_changed_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.sync_profile_email();
CREATE TRIGGER guildhall_check_email BEFORE INSERT OR UPDATE OF email, email_change ON auth.users FOR EACH ROW EXECUTE FUNCTION private.check_login_email();
CREATE TRIGGER guildhall_new_user AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.handle_new_user();
CREATE TRIGGER guildhall_serialize BEFORE DELETE OR UPDATE OF email ON auth.users FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();

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
  instructions text,
  file_path text,
  file_name text,
  file_size bigint,
  file_type text,
  delivered_by uuid,
  delivered_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint deliveries_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 5000))),
  constraint deliveries_key_id_fkey FOREIGN KEY (key_id) REFERENCES private.delivery_keys(id),
  constraint deliveries_key_id_key UNIQUE (key_id),
  constraint deliveries_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'link'::text, 'key'::text, 'file'::text]))),
  constraint deliveries_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 2000))),
  constraint deliveries_method_check CHECK ((method = ANY (ARRAY['manual'::text, 'key'::text, 'link'::text, 'file'::text]))),
  constraint deliveries_of_kind CHECK (
CASE kind
    WHEN 'file'::text THEN ((file_path IS NOT NULL) AND (content IS NULL) AND (key_id IS NULL))
    WHEN 'key'::text THEN (((key_id IS NULL) <> (content IS NULL)) AND (file_path IS NULL))
    ELSE (((kind IS NULL) = (content IS NULL)) AND (key_id IS NULL) AND (file_path IS NULL))
END),
  constraint deliveries_pkey PRIMARY KEY (id)
);
comment on table private.deliveries is 'What was delivered with an order, copied from its benefit; a replacement is a new row, and withdraws the one before (D30, D34).';
CREATE UNIQUE INDEX deliveries_current_idx ON private.deliveries USING btree (order_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX deliveries_file_idx ON private.deliveries USING btree (file_path) WHERE ((file_path IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX deliveries_key_idx ON private.deliveries USING btree (benefit_id, key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX deliveries_order_idx ON private.deliveries USING btree (order_id, id);
CREATE TRIGGER deliveries_emails AFTER INSERT ON private.deliveries FOR EACH ROW WHEN ((new.delivered_at >= now())) EXECUTE FUNCTION private.delivery_email_queue();
CREATE TRIGGER deliveries_guard BEFORE DELETE OR UPDATE ON private.deliveries FOR EACH ROW EXECUTE FUNCTION private.guard_delivery();

-- table private.delivery_keys

create table private.delivery_keys (
  id bigint not null generated always as identity,
  benefit_id uuid not null,
  batch_id uuid not null,
  secret text not null,
  quarantined_at timestamp with time zone,
  constraint delivery_keys_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES private.key_batches(id),
  constraint delivery_keys_benefit_id_secret_key UNIQUE (benefit_id, secret),
  constraint delivery_keys_pkey PRIMARY KEY (id),
  constraint delivery_keys_secret_check CHECK (((char_length(secret) >= 4) AND (char_length(secret) <= 200) AND (secret !~ '[[:cntrl:]]'::text)))
);
comment on table private.delivery_keys is 'Keys, which no client can read: order_delivery() returns one to the owner of its order, reveal_key() one to an admin. A row never changes, but for `quarantined_at`: the order of a key is that of its delivery (D31).';
CREATE INDEX delivery_keys_batch_idx ON private.delivery_keys USING btree (batch_id, id);
CREATE INDEX delivery_keys_list_idx ON private.delivery_keys USING btree (benefit_id, id);
CREATE INDEX delivery_keys_quarantined_idx ON private.delivery_keys USING btree (benefit_id, id) WHERE (quarantined_at IS NOT NULL);
CREATE INDEX delivery_keys_tail_idx ON private.delivery_keys USING btree (benefit_id, lower("right"(secret, 4)), id);
CREATE TRIGGER delivery_keys_guard BEFORE DELETE OR UPDATE ON private.delivery_keys FOR EACH ROW EXECUTE FUNCTION private.guard_key();
CREATE TRIGGER delivery_keys_no_truncate BEFORE TRUNCATE ON private.delivery_keys FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_write();

-- table private.email_sender

create table private.email_sender (
  ran_at timestamp with time zone not null,
  pruned_at timestamp with time zone not null
);
comment on table private.email_sender is 'One row: when the sender last asked for emails, and when old ones were last deleted.';

-- table private.free_order_numbers

create table private.free_order_numbers (
  number bigint not null,
  constraint free_order_numbers_pkey PRIMARY KEY (number)
);
comment on table private.free_order_numbers is 'Unused order numbers. A transaction deletes the one it uses, so a refused order gives it back (D8).';

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
  recipient_id uuid not null,
  elsewhere boolean not null default false,
  template text,
  attempts integer not null default 0,
  first_attempted_at timestamp with time zone,
  next_attempt_at timestamp with time zone not null default now(),
  outcome text,
  finished_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default now(),
  constraint outbox_finished CHECK (((outcome IS NULL) = (finished_at IS NULL))),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['order_placed'::text, 'order_delivered'::text, 'order_cancelled'::text, 'report_answered'::text, 'report_opened'::text, 'pool_low'::text, 'email_given_up'::text, 'test'::text]))),
  constraint outbox_last_error_check CHECK ((last_error ~ '^[a-z0-9_]{1,40}$'::text)),
  constraint outbox_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'given_up'::text, 'skipped'::text, 'over_limit'::text]))),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_template CHECK (((kind = 'test'::text) = (template IS NOT NULL))),
  constraint outbox_template_check CHECK ((template ~ '^[a-z_]{1,40}$'::text))
);
comment on table private.outbox is 'Emails to send and sent in the last 90 days, queued in the transaction that causes them. A row names its cause; the text is rendered when it is sent, from the state at that time, and nothing of it is stored (D37).';
CREATE INDEX outbox_cause_idx ON private.outbox USING btree (cause_id) WHERE (cause_id IS NOT NULL);
CREATE INDEX outbox_due_idx ON private.outbox USING btree (next_attempt_at) WHERE (outcome IS NULL);
CREATE INDEX outbox_elsewhere_idx ON private.outbox USING btree (recipient_id, created_at) WHERE (elsewhere AND (outcome IS DISTINCT FROM 'over_limit'::text));
CREATE INDEX outbox_finished_idx ON private.outbox USING btree (outcome, finished_at) WHERE (outcome IS NOT NULL);
CREATE TRIGGER outbox_given_up AFTER UPDATE ON private.outbox FOR EACH ROW WHEN (((new.outcome = 'given_up'::text) AND (old.outcome IS NULL) AND (new.kind <> ALL (ARRAY['email_given_up'::text, 'test'::text])))) EXECUTE FUNCTION private.outbox_given_up();

-- table private.redemption_requests

create table private.redemption_requests (
  user_id uuid not null,
  request_id uuid not null,
  redeem_code_id uuid not null,
  balance integer not null,
  constraint redemption_requests_pkey PRIMARY KEY (user_id, request_id)
);
comment on table private.redemption_requests is 'The idempotency keys of redemptions that succeeded, per person: the same request returns the same success again (D41).';

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
CREATE TRIGGER reports_emails_answered AFTER UPDATE ON private.reports FOR EACH ROW WHEN (((old.answer IS NULL) AND ((new.answer = ANY (ARRAY['replied'::text, 'refunded'::text])) OR ((new.answer = 'replaced'::text) AND (new.answer_text IS NOT NULL))))) EXECUTE FUNCTION private.report_emails_queue();
CREATE TRIGGER reports_emails_opened AFTER INSERT ON private.reports FOR EACH ROW WHEN (((new.outcome = 'open'::text) AND (new.created_at >= now()))) EXECUTE FUNCTION private.report_emails_queue();
CREATE TRIGGER reports_refuse_writes BEFORE DELETE ON private.reports FOR EACH ROW EXECUTE FUNCTION private.refuse_write();

-- table public.app_settings

create table public.app_settings (
  key text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  constraint app_settings_key_check CHECK ((key = ANY (ARRAY['email_logo_url'::text, 'email_logo_in_mails'::text]))),
  constraint app_settings_pkey PRIMARY KEY (key),
  constraint app_settings_value_check CHECK (((char_length(btrim(value)) >= 1) AND (char_length(btrim(value)) <= 2048))),
  constraint app_settings_value_valid CHECK (((value ~* '^(/(?![/\\])|https?://[^/])'::text) AND (value !~ '[\u0001-\u001f\u007f-\u009f]'::text)))
);
comment on table public.app_settings is 'Settings: the logo of the branding screen, and the address of the picture that emails show (D24).';
alter table public.app_settings enable row level security;
create policy "app_settings: admins create" on public.app_settings for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));
create policy "app_settings: admins update" on public.app_settings for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));
create policy "app_settings: members read" on public.app_settings for select to authenticated using (( SELECT private.is_member() AS is_member));
CREATE TRIGGER app_settings_audit AFTER INSERT OR UPDATE ON public.app_settings FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit();
CREATE TRIGGER app_settings_before BEFORE INSERT OR UPDATE ON public.app_settings FOR EACH ROW EXECUTE FUNCTION private.setting_before();
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
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint benefits_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['manual'::text, 'key'::text, 'link'::text, 'file'::text]))),
  constraint benefits_description_check CHECK (((char_length(btrim(description)) >= 1) AND (char_length(btrim(description)) <= 2000))),
  constraint benefits_image_url_check CHECK ((char_length(image_url) <= 2048)),
  constraint benefits_image_url_valid CHECK (((image_url ~* '^(/(?![/\\])|https?://[^/])'::text) AND (image_url !~ '[\u0001-\u001f\u007f-\u009f]'::text))),
  constraint benefits_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint benefits_pkey PRIMARY KEY (id),
  constraint benefits_token_value_check CHECK (((token_value >= 1) AND (token_value <= 1000000)))
);
comment on table public.benefits is 'What members can redeem, and today''s price in tokens. Members see the active ones.';
CREATE INDEX benefits_created_at_idx ON public.benefits USING btree (created_at, id);
CREATE INDEX benefits_price_idx ON public.benefits USING btree (is_active, token_value, id);
alter table public.benefits enable row level security;
create policy "benefits: admins create" on public.benefits for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));
create policy "benefits: admins delete" on public.benefits for delete to authenticated using (( SELECT private.is_admin() AS is_admin));
create policy "benefits: admins update" on public.benefits for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));
create policy "benefits: members read active ones, admins all" on public.benefits for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (is_active AND ( SELECT private.is_member() AS is_member))));
CREATE TRIGGER benefits_after_delete AFTER DELETE ON public.benefits FOR EACH ROW EXECUTE FUNCTION private.benefit_after_delete();
CREATE TRIGGER benefits_audit AFTER INSERT OR DELETE OR UPDATE ON public.benefits FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit();
CREATE TRIGGER benefits_before_insert BEFORE INSERT ON public.benefits FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.benefit_before();
CREATE TRIGGER benefits_before_update BEFORE UPDATE ON public.benefits FOR EACH ROW EXECUTE FUNCTION private.benefit_before();
CREATE TRIGGER benefits_delete_delivery AFTER DELETE ON public.benefits FOR EACH ROW EXECUTE FUNCTION private.benefit_delivery_after_delete();
CREATE TRIGGER benefits_serialize BEFORE DELETE ON public.benefits FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
grant delete, select on public.benefits to authenticated;
grant insert (id, name, description, token_value, image_url, is_active, delivery_method) on public.benefits to authenticated;
grant select on public.benefits to service_role;
grant update (name, description, token_value, image_url, is_active, delivery_method) on public.benefits to authenticated;

-- table public.invite_codes

create table public.invite_codes (
  id uuid not null default gen_random_uuid(),
  code text not null,
  note text,
  batch_id uuid,
  is_used boolean not null default false,
  used_by uuid,
  used_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint invite_codes_code_check CHECK (private.is_code(code)),
  constraint invite_codes_code_key UNIQUE (code),
  constraint invite_codes_note_check CHECK (((char_length(btrim(note)) >= 1) AND (char_length(btrim(note)) <= 200))),
  constraint invite_codes_pkey PRIMARY KEY (id),
  constraint invite_codes_used_once CHECK (((is_used = (used_at IS NOT NULL)) AND (is_used OR (used_by IS NULL))))
);
comment on table public.invite_codes is 'Invite codes. Only admins read them; only a sign-up marks one as used (D9).';
comment on column public.invite_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
comment on column public.invite_codes.note is 'The admin''s note about the code, for admins only.';
CREATE INDEX invite_codes_batch_idx ON public.invite_codes USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX invite_codes_created_at_idx ON public.invite_codes USING btree (created_at, id);
CREATE INDEX invite_codes_search_idx ON public.invite_codes USING gin (lower(((code || '
'::text) || COALESCE(note, ''::text))) gin_trgm_ops);
CREATE INDEX invite_codes_used_by_idx ON public.invite_codes USING btree (used_by);
CREATE INDEX invite_codes_used_idx ON public.invite_codes USING btree (is_used, created_at, id);
alter table public.invite_codes enable row level security;
create policy "invite_codes: admins create" on public.invite_codes for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));
create policy "invite_codes: admins read" on public.invite_codes for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER invite_codes_audit AFTER INSERT ON public.invite_codes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit_codes();
CREATE TRIGGER invite_codes_before BEFORE INSERT ON public.invite_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.code_before();
CREATE TRIGGER invite_codes_refuse_writes BEFORE DELETE OR UPDATE ON public.invite_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER invite_codes_serialize_batches BEFORE INSERT ON public.invite_codes FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_batches();
grant insert (code, note, batch_id) on public.invite_codes to authenticated;
grant select on public.invite_codes to authenticated;
grant select on public.invite_codes to service_role;

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
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search_text text not null generated always as (lower(((((((COALESCE(order_number, ''::text) || '\n'::text) || COALESCE(customer_name, ''::text)) || '\n'::text) || COALESCE(customer_email, ''::text)) || '\n'::text) || COALESCE(benefit_name, ''::text)))) stored,
  constraint orders_benefit_token_value_check CHECK ((benefit_token_value >= 0)),
  constraint orders_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['manual'::text, 'key'::text, 'link'::text, 'file'::text]))),
  constraint orders_order_number_key UNIQUE (order_number),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_redemption_email_check CHECK (((char_length(redemption_email) <= 254) AND private.is_email(redemption_email))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'delivered'::text, 'cancelled'::text])))
);
comment on table public.orders is 'A redeemed benefit. `id` comes from the client and is the idempotency key (D3); rows outlive person and benefit (D12, D13).';
CREATE INDEX orders_benefit_idx ON public.orders USING btree (benefit_id, created_at, id);
CREATE INDEX orders_created_at_idx ON public.orders USING btree (created_at, id);
CREATE INDEX orders_search_idx ON public.orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_status_idx ON public.orders USING btree (status, created_at, id);
CREATE INDEX orders_unnamed_idx ON public.orders USING btree (benefit_id) WHERE (benefit_name IS NULL);
CREATE INDEX orders_user_idx ON public.orders USING btree (user_id, created_at, id);
alter table public.orders enable row level security;
create policy "orders: admins set the status" on public.orders for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));
create policy "orders: people place their own" on public.orders for insert to authenticated with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "orders: people read their own, admins all" on public.orders for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER orders_after AFTER INSERT OR UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION private.order_after();
CREATE TRIGGER orders_audit AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) AND (old.status <> new.status))) EXECUTE FUNCTION private.audit();
CREATE TRIGGER orders_deliver AFTER INSERT ON public.orders FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) AND (new.delivery_method <> 'manual'::text))) EXECUTE FUNCTION private.deliver_instantly();
CREATE TRIGGER orders_emails_placed AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (new.user_id IS NOT NULL) AND (new.created_at >= now()))) EXECUTE FUNCTION private.order_emails_queue();
CREATE TRIGGER orders_emails_status AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['delivered'::text, 'cancelled'::text])) AND (new.user_id IS NOT NULL) AND (new.updated_at >= now()))) EXECUTE FUNCTION private.order_emails_queue();
CREATE TRIGGER orders_fill BEFORE INSERT OR UPDATE OF status ON public.orders FOR EACH ROW WHEN ((CURRENT_USER = 'postgres'::name)) EXECUTE FUNCTION private.order_fill();
CREATE TRIGGER orders_insert BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.order_insert();
CREATE TRIGGER orders_no_truncate BEFORE TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER orders_refuse_writes BEFORE DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER orders_serialize BEFORE UPDATE OF status ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
CREATE TRIGGER orders_update BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.order_update();
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
  adjustment_reason text,
  role text not null default 'user'::text,
  membership_start_date timestamp with time zone not null default now(),
  membership_end_date timestamp with time zone default (now() + '1 year'::interval),
  invite_code_used text,
  created_at timestamp with time zone not null default now(),
  constraint profiles_adjustment_reason_not_stored CHECK ((adjustment_reason IS NULL)),
  constraint profiles_email_check CHECK (((char_length(email) <= 320) AND private.is_email(email))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_name_check CHECK (((char_length(name) <= 120) AND private.is_plain_text(name))),
  constraint profiles_no_overdraft CHECK ((current_tokens >= 0)),
  constraint profiles_phone_check CHECK (((char_length(phone) <= 40) AND private.is_plain_text(phone))),
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))
);
comment on table public.profiles is 'A person: contact, role, membership and balance. The balance changes only through the ledger (D2).';
comment on column public.profiles.adjustment_reason is 'Sent by an admin together with a new current_tokens: the reason of the adjustment. Always null when read.';
CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at, id);
CREATE UNIQUE INDEX profiles_email_key ON public.profiles USING btree (lower(email));
CREATE INDEX profiles_name_idx ON public.profiles USING btree (lower(name), id);
CREATE INDEX profiles_role_idx ON public.profiles USING btree (role, created_at, id);
CREATE INDEX profiles_search_idx ON public.profiles USING gin (lower(((name || '
'::text) || email)) gin_trgm_ops);
CREATE INDEX profiles_tokens_idx ON public.profiles USING btree (current_tokens, id);
alter table public.profiles enable row level security;
create policy "profiles: admins delete" on public.profiles for delete to authenticated using (( SELECT private.is_admin() AS is_admin));
create policy "profiles: people read their own, admins all" on public.profiles for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid))));
create policy "profiles: people update their own, admins all" on public.profiles for update to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid)))) with check ((( SELECT private.is_admin() AS is_admin) OR (id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER profiles_after_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_after_delete();
CREATE TRIGGER profiles_audit_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.audit();
CREATE TRIGGER profiles_audit_update AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((CURRENT_USER <> 'postgres'::name) AND ((old.role = 'admin'::text) OR (auth.uid() IS DISTINCT FROM old.id)))) EXECUTE FUNCTION private.audit();
CREATE CONSTRAINT TRIGGER profiles_balance AFTER UPDATE ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.current_tokens <> new.current_tokens)) EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER profiles_before_delete BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_before_delete();
CREATE TRIGGER profiles_guard BEFORE UPDATE ON public.profiles FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.profile_guard();
CREATE CONSTRAINT TRIGGER profiles_initial_balance AFTER INSERT ON public.profiles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER profiles_keep_last_admin BEFORE DELETE ON public.profiles FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION private.keep_last_admin();
CREATE TRIGGER profiles_keep_last_admin_role BEFORE UPDATE ON public.profiles FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION private.keep_last_admin();
CREATE TRIGGER profiles_record_rename AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.name <> new.name) OR (old.email <> new.email))) EXECUTE FUNCTION private.record_rename();
CREATE TRIGGER profiles_serialize BEFORE DELETE OR UPDATE OF role ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_deletions();
alter publication supabase_realtime add table public.profiles;
grant delete, select on public.profiles to authenticated;
grant select on public.profiles to service_role;
grant update (name, phone, current_tokens, adjustment_reason, role) on public.profiles to authenticated;

-- table public.redeem_codes

create table public.redeem_codes (
  id uuid not null default gen_random_uuid(),
  code text not null,
  token_value integer not null,
  note text,
  batch_id uuid,
  is_used boolean not null default false,
  used_by uuid,
  used_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint redeem_codes_code_check CHECK (private.is_code(code)),
  constraint redeem_codes_code_key UNIQUE (code),
  constraint redeem_codes_note_check CHECK (((char_length(btrim(note)) >= 1) AND (char_length(btrim(note)) <= 200))),
  constraint redeem_codes_pkey PRIMARY KEY (id),
  constraint redeem_codes_token_value_check CHECK (((token_value >= 1) AND (token_value <= 1000))),
  constraint redeem_codes_used_once CHECK (((is_used = (used_at IS NOT NULL)) AND (is_used OR (used_by IS NULL))))
);
comment on table public.redeem_codes is 'Token codes. Only admins read them; only redeem_code() marks them as used (D1).';
comment on column public.redeem_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
comment on column public.redeem_codes.note is 'The admin''s note about the code, for admins only.';
CREATE INDEX redeem_codes_batch_idx ON public.redeem_codes USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX redeem_codes_created_at_idx ON public.redeem_codes USING btree (created_at, id);
CREATE INDEX redeem_codes_search_idx ON public.redeem_codes USING gin (lower(((code || '
'::text) || COALESCE(note, ''::text))) gin_trgm_ops);
CREATE INDEX redeem_codes_used_by_idx ON public.redeem_codes USING btree (used_by);
CREATE INDEX redeem_codes_used_idx ON public.redeem_codes USING btree (is_used, created_at, id);
alter table public.redeem_codes enable row level security;
create policy "redeem_codes: admins create" on public.redeem_codes for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));
create policy "redeem_codes: admins read" on public.redeem_codes for select to authenticated using (( SELECT private.is_admin() AS is_admin));
CREATE TRIGGER redeem_codes_audit AFTER INSERT ON public.redeem_codes REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.audit_codes();
CREATE TRIGGER redeem_codes_before BEFORE INSERT ON public.redeem_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.code_before();
CREATE TRIGGER redeem_codes_refuse_writes BEFORE DELETE OR UPDATE ON public.redeem_codes FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
CREATE TRIGGER redeem_codes_serialize_batches BEFORE INSERT ON public.redeem_codes FOR EACH STATEMENT EXECUTE FUNCTION private.serialize_batches();
grant insert (code, token_value, note, batch_id) on public.redeem_codes to authenticated;
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
  constraint token_transactions_amount_check CHECK ((amount <> 0)),
  constraint token_transactions_balance_after_check CHECK ((balance_after >= 0)),
  constraint token_transactions_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 300))),
  constraint token_transactions_pkey PRIMARY KEY (id),
  constraint token_transactions_reason_of_adjustment CHECK (((reason IS NULL) OR (transaction_type = 'adjustment'::text))),
  constraint token_transactions_reason_readable CHECK (((char_length(reason) <= 200) AND (reason = private.trim_text(reason)) AND private.is_plain_text(reason))),
  constraint token_transactions_seq_key UNIQUE (seq),
  constraint token_transactions_transaction_type_check CHECK ((transaction_type = ANY (ARRAY['signup_bonus'::text, 'purchase'::text, 'redemption'::text, 'referral_bonus'::text, 'refund'::text, 'adjustment'::text])))
);
comment on table public.token_transactions is 'The ledger: append-only, also for admins. `seq` is the order in which balances changed; `account_id` outlives the person (D2, D12).';
comment on column public.token_transactions.reason is 'Why an admin adjusted the balance; visible to the member. Erased when the person is deleted (D12).';
CREATE INDEX token_transactions_account_idx ON public.token_transactions USING btree (account_id, seq);
CREATE INDEX token_transactions_adjuster_idx ON public.token_transactions USING btree (actor_id) WHERE (transaction_type = 'adjustment'::text);
CREATE INDEX token_transactions_flow_idx ON public.token_transactions USING btree (created_at) INCLUDE (amount);
CREATE UNIQUE INDEX token_transactions_one_signup_bonus ON public.token_transactions USING btree (account_id) WHERE (transaction_type = 'signup_bonus'::text);
CREATE INDEX token_transactions_order_idx ON public.token_transactions USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX token_transactions_redeem_code_id_key ON public.token_transactions USING btree (redeem_code_id) WHERE (redeem_code_id IS NOT NULL);
alter table public.token_transactions enable row level security;
create policy "token_transactions: people read their own, admins all" on public.token_transactions for select to authenticated using ((( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER token_transactions_apply BEFORE INSERT ON public.token_transactions FOR EACH ROW EXECUTE FUNCTION private.ledger_apply();
CREATE CONSTRAINT TRIGGER token_transactions_balance AFTER INSERT ON public.token_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_balance();
CREATE TRIGGER token_transactions_guard BEFORE DELETE OR UPDATE ON public.token_transactions FOR EACH ROW EXECUTE FUNCTION private.ledger_guard();
CREATE TRIGGER token_transactions_no_truncate BEFORE TRUNCATE ON public.token_transactions FOR EACH STATEMENT EXECUTE FUNCTION private.ledger_guard();
CREATE TRIGGER token_transactions_refuse_writes BEFORE INSERT ON public.token_transactions FOR EACH ROW WHEN ((CURRENT_USER <> 'postgres'::name)) EXECUTE FUNCTION private.refuse_write();
alter publication supabase_realtime add table public.token_transactions;
grant select on public.token_transactions to authenticated;
grant select on public.token_transactions to service_role;

-- table storage.buckets

-- bucket benefits: public t, at most 1048576 bytes, image/png, image/jpeg, image/gif, image/webp
-- bucket branding: public t, at most 524288 bytes, image/png, image/jpeg, image/gif, image/webp
-- bucket deliveries: public f, at most 52428800 bytes, 

-- table storage.objects

create policy "benefits: admins read pictures" on storage.objects for select to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "benefits: admins remove" on storage.objects for delete to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "benefits: admins replace" on storage.objects for update to authenticated using (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin))) with check (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "benefits: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'benefits'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "branding: admins read" on storage.objects for select to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "branding: admins remove" on storage.objects for delete to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "branding: admins replace" on storage.objects for update to authenticated using (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin))) with check (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "branding: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'branding'::text) AND ( SELECT private.is_admin() AS is_admin)));
create policy "deliveries: admins read" on storage.objects for select to authenticated using (((bucket_id = 'deliveries'::text) AND ( SELECT private.is_admin() AS is_admin) AND (COALESCE(( SELECT storage.operation() AS operation), ''::text) !~ 'copy$'::text)));
create policy "deliveries: admins remove unused ones" on storage.objects for delete to authenticated using (((bucket_id = 'deliveries'::text) AND private.may_remove_file(name)));
create policy "deliveries: admins upload" on storage.objects for insert to authenticated with check (((bucket_id = 'deliveries'::text) AND ( SELECT private.is_admin() AS is_admin) AND (( SELECT storage.operation() AS operation) = 'storage.object.upload'::text) AND (name ~ '^[0-9a-f]{8}-[0-9a-f-]{27}/[0-9a-f]{8}-[0-9a-f-]{27}/[^/]+$'::text)));
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
  perform private.require_admin();
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

CREATE OR REPLACE FUNCTION private.add_delivery(p_order orders, p_avoid_batch uuid DEFAULT NULL::uuid)
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
  update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  insert into private.deliveries
    (order_id, benefit_id, method, kind, key_id, content, instructions, file_path, file_name, file_size, file_type)
  select p_order.id, p_order.benefit_id, v_method, v_method, v_key, case v_method when 'link' then v_source.link end, v_source.instructions,
    file.path, file.name, file.size, file.type
  from (select) as one
  left join (values (v_source.file_path, v_source.file_name, v_source.file_size, v_source.file_type))
    as file (path, name, size, type) on v_method = 'file';
  -- Once per shortage: importing keys ends it.
  if v_method = 'key' and v_source.low_since is null
    and private.keys_left(p_order.benefit_id, coalesce(v_source.low_stock, 10)) < coalesce(v_source.low_stock, 10)
  then
    insert into private.benefit_delivery as d (benefit_id, low_since) values (p_order.benefit_id, now())
    on conflict (benefit_id) do update set low_since = excluded.low_since where d.low_since is null;
  end if;
  return true;
end
$function$;
comment on function private.add_delivery(p_order orders, p_avoid_batch uuid) is 'Delivers what the benefit of an order has now, in place of what was delivered before; false if there is nothing (D30, D31).';

-- function private.admin_counts

CREATE OR REPLACE FUNCTION private.admin_counts()
 RETURNS TABLE(users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint, pending bigint, overdue bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint, available_invite_codes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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
    (select count(*) from public.redeem_codes as c where not c.is_used),
    (select count(*) from public.invite_codes),
    (select count(*) from public.invite_codes as c where not c.is_used);
end
$function$;
comment on function private.admin_counts() is 'The counts behind public.admin_counts(); raises not_admin for everybody else.';
grant execute on function private.admin_counts() to authenticated;

-- function private.answer_report

CREATE OR REPLACE FUNCTION private.answer_report(p_report_id uuid, p_answer text, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text text := nullif(private.trim_text(p_text), '');
  v_report private.reports;
  v_order public.orders;
begin
  -- Deletions, then the order, then the report, as everywhere; the caller may be deleted meanwhile (D11).
  perform private.wait_for_deletions();
  perform private.require_admin();
  if p_answer is null or p_answer not in ('replaced', 'replied', 'refunded') or char_length(v_text) > 2000
    or (p_answer = 'replied' and v_text is null)
  then
    raise exception 'invalid_answer' using errcode = 'PT422';
  end if;
  select o.* into v_order from public.orders as o join private.reports as r on r.order_id = o.id
  where r.id = p_report_id for update of o;
  select * into v_report from private.reports as r
  where r.id = p_report_id and r.outcome = 'open' and r.answer is null for update;
  if not found then
    raise exception 'report_closed' using errcode = 'PT409';
  end if;
  if p_answer <> 'replied' and v_order.status = 'cancelled' then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  if p_answer = 'replaced' then
    if v_order.delivery_method = 'manual' then
      raise exception 'invalid_answer' using errcode = 'PT422';
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
  perform private.set_order_status(v_order.id, case p_answer when 'refunded' then 'cancelled' else v_order.status end);
end
$function$;
comment on function private.answer_report(p_report_id uuid, p_answer text, p_text text) is 'The answer behind public.answer_report().';
grant execute on function private.answer_report(p_report_id uuid, p_answer text, p_text text) to authenticated;

-- function private.apply_privileges

CREATE OR REPLACE FUNCTION private.apply_privileges()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- The functions that clients call. A public one runs as its caller, who therefore needs EXECUTE on the private one that
  -- it wraps; without USAGE on the schema nobody can name that.
  v_everybody text[] := '{validate_invite_code, launch_spots_left}';
  v_members text[] := '{
    redeem_code, my_totals, benefit_stock, order_delivery, delivery_status, order_events, report_delivery, order_emails}';
  v_relationships text[] := '{customer, benefit, related_order, redeemer}';
  -- Each checks its caller.
  v_admins text[] := '{
    admin_counts, pending_orders, token_flow, order_flow, email_status, send_test_email, test_email, benefit_figures,
    activity, count_activity, order_history, reconcile,
    search_orders, count_orders, order_counts, search_profiles, count_profiles,
    search_redeem_codes, search_invite_codes, count_codes, code_counts,
    import_keys, search_keys, key_counts, reveal_key, set_key_aside,
    delivery_settings, save_delivery_settings, last_delivery, deliver_order,
    search_reports, report_counts, report_details, answer_report, suspect_batches, decide_batch, delivery_figures}';
  -- What the sender of emails calls.
  v_service text[] := '{lease_emails, mark_email_sent, mark_email_failed, email_sender_ran_at}';
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
  grant select, delete, update (name, phone, role, current_tokens, adjustment_reason) on public.profiles to authenticated;
  grant select on public.token_transactions to authenticated;
  grant select, delete,
    insert (id, name, description, token_value, image_url, is_active, delivery_method),
    update (name, description, token_value, image_url, is_active, delivery_method)
  on public.benefits to authenticated;
  grant select,
    insert (id, user_id, benefit_id, redemption_email, status,
      benefit_name, benefit_token_value, benefit_image_url, benefit_description),
    update (status, updated_at)
  on public.orders to authenticated;
  grant select, insert (code, token_value, note, batch_id) on public.redeem_codes to authenticated;
  grant select, insert (code, note, batch_id) on public.invite_codes to authenticated;
  grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;
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
  grant execute on function private.is_admin(), private.is_member(), private.may_download(text), private.may_remove_file(text)
    to authenticated;
  -- What the CHECK constraints call, as the role that writes the row; each only reads its argument.
  grant execute on function private.trim_text(text), private.normalize_code(text), private.has_hidden(text), private.has_visible(text),
    private.is_plain_text(text), private.is_email(text), private.is_code(text) to authenticated, service_role;

  -- Before every request.
  grant usage on schema api_guard to anon, authenticated, service_role;
  grant execute on function api_guard.before_request(), private.refuse_estimates() to anon, authenticated, service_role;

  grant usage on schema private to supabase_auth_admin;
  grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
end
$function$;
comment on function private.apply_privileges() is 'Revokes everything, then grants each role exactly what it needs; run it again after anything that grants by itself.';

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
    where a.value is distinct from b.value;
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
comment on function private.audit() is 'Trigger: records one change; of an update only the changed columns (D29).';

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
        'codes', jsonb_agg(b.code order by b.code))
    else (jsonb_agg(b.whole) -> 0) end
  from (
    select a.batch_id::text, a.id::text, a.code, a.note, to_jsonb(a) as whole, to_jsonb(a) -> 'token_value' as token_value
    from added as a
  ) as b
  group by b.batch_id, b.token_value, b.note;
  return null;
end
$function$;
comment on function private.audit_codes() is 'Trigger: records the codes created by one statement, one entry per batch, value and note (D29).';

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
    when 'app_settings' then p_row_id
    when 'profiles' then null
    when 'pictures' then p_row_id
    -- The bucket, the benefit, the upload, the name.
    when 'files' then split_part(p_row_id, '/', 4)
    when 'key_batches' then (select b.name from public.benefits as b where b.id = (p_after ->> 'benefit_id')::uuid)
    when 'reports' then (
      select 'R-' || lpad(r.number::text, 4, '0') from private.reports as r where r.id = p_row_id::uuid)
    when 'delivery_keys' then p_after ->> 'key'
    else coalesce(p_after ->> 'code', p_after ->> 'note')
  end;
end
$function$;
comment on function private.audit_subject(p_table text, p_row_id text, p_before jsonb, p_after jsonb) is 'The display name of an entry''s row: order number, benefit, setting, picture, file, code or note of a batch. None for a person, whose name is read from the profile while there is one (D12).';

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
      'http_code', 422, 'message', 'This email address has a character that is not allowed.'));
  end if;
  v_valid := not coalesce((v_user ->> 'is_anonymous')::boolean, false)
    and private.check_invite_code(
      v_user -> 'user_metadata' ->> 'invite_code',
      private.caller_of(event -> 'metadata' ->> 'ip_address'));
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
comment on function private.before_user_created(event jsonb) is 'Hook of hosted Supabase: refuses a sign-up with a message. It runs outside the sign-up''s transaction, so it marks nothing as used (D9).';
grant execute on function private.before_user_created(event jsonb) to supabase_auth_admin;

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
  return null;
end
$function$;
comment on function private.benefit_after_delete() is 'Trigger: orders of a deleted benefit stay, without the link (D13).';

-- function private.benefit_before

CREATE OR REPLACE FUNCTION private.benefit_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := btrim(new.name);
  new.description := btrim(new.description);
  new.image_url := nullif(btrim(new.image_url), '');
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
comment on function private.benefit_before() is 'Trigger: trims the text and sets the times; no two changes of a benefit have the same time.';

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

-- function private.benefit_figures

CREATE OR REPLACE FUNCTION private.benefit_figures(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, orders bigint, tokens bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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

-- function private.benefit_stock

CREATE OR REPLACE FUNCTION private.benefit_stock(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, keys_left integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT b.id,
         CASE b.delivery_method
             WHEN 'key'::text THEN private.keys_left(b.id, 20)
             WHEN 'link'::text THEN ((( SELECT count(d.link) AS count
                FROM private.benefit_delivery d
               WHERE (d.benefit_id = b.id)))::integer * 20)
             WHEN 'file'::text THEN ((( SELECT count(d.file_path) AS count
                FROM private.benefit_delivery d
               WHERE (d.benefit_id = b.id)))::integer * 20)
             ELSE NULL::integer
         END AS "case"
    FROM benefits b
   WHERE ((b.id = ANY ((benefit_stock.p_benefits)[1:200])) AND (private.is_admin() OR (b.is_active AND private.is_member())));
END;
comment on function private.benefit_stock(p_benefits uuid[]) is 'The figures behind public.benefit_stock().';
grant execute on function private.benefit_stock(p_benefits uuid[]) to authenticated;

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
  v_before integer;
  v_balance integer;
begin
  if tg_table_name = 'token_transactions' then
    v_account := new.account_id;
    select balance_after into v_before from public.token_transactions
    where account_id = v_account and seq < new.seq order by seq desc limit 1;
    if new.balance_after <> coalesce(v_before, 0) + new.amount then
      raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
    end if;
  else
    v_account := new.id;
  end if;

  select current_tokens into v_balance from public.profiles where id = v_account;
  if found and v_balance <> coalesce(
    (select balance_after from public.token_transactions where account_id = v_account order by seq desc limit 1), 0)
  then
    raise exception 'ledger_mismatch' using errcode = 'PT500', detail = v_account::text;
  end if;
  return null;
end
$function$;
comment on function private.check_balance() is 'Constraint trigger: each row follows from the row before it, and the balance is that of the newest row (D2).';

-- function private.check_invite_code

CREATE OR REPLACE FUNCTION private.check_invite_code(p_code text, p_caller text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_attempts('invite_code', p_caller);
  if exists (select from public.invite_codes as c where c.code = private.normalize_code(p_code) and not c.is_used) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$function$;
comment on function private.check_invite_code(p_code text, p_caller text) is 'Whether a code is valid and unused; counts a miss, marks nothing as used (D10). Unknown, used and malformed codes count alike: telling them apart would reveal which codes exist.';

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
  new.is_used := false;
  new.used_by := null;
  new.used_at := null;
  new.created_by := auth.uid();
  new.created_at := now();
  return new;
end
$function$;
comment on function private.code_before() is 'Trigger: a new code is canonical (D10), unused, and records its admin.';

-- function private.code_counts

CREATE OR REPLACE FUNCTION private.code_counts(p_kind text)
 RETURNS TABLE(total bigint, available bigint, used bigint, tokens_total bigint, tokens_available bigint, tokens_used bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query execute format(
    'select count(*), count(*) filter (where not is_used), count(*) filter (where is_used),
       coalesce(sum(%1$s), 0), coalesce(sum(%1$s) filter (where not is_used), 0), coalesce(sum(%1$s) filter (where is_used), 0)
     from public.%2$I',
    case p_kind when 'token' then 'token_value' else '0' end, private.code_table(p_kind)
  );
end
$function$;
comment on function private.code_counts(p_kind text) is 'The counts behind public.code_counts(); raises not_admin for everybody else.';
grant execute on function private.code_counts(p_kind text) to authenticated;

-- function private.code_match

CREATE OR REPLACE FUNCTION private.code_match(p_used boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ('lower(r.code || E''\n'' || coalesce(r.note, '''')) like %1$L'::text ||
         CASE
             WHEN p_used THEN ' or r.used_by = any (array(
      select p.id from public.profiles as p where lower(p.name || E''\n'' || p.email) like %1$L))'::text
             ELSE ''::text
         END);
END;
comment on function private.code_match(p_used boolean) is 'The condition, as a format of the pattern, of a code `r` whose text contains a term or whose user''s name or email does.';

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
  perform private.require_admin();
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

CREATE OR REPLACE FUNCTION private.count_codes(p_kind text, p_used boolean, p_search text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
  execute format(
    'select count(*) from (select from public.%I as r where r.is_used = %L and (%s) limit %s) as found',
    private.code_table(p_kind), p_used,
    case when v_pattern is null then 'true' else format(private.code_match(p_used), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$function$;
comment on function private.count_codes(p_kind text, p_used boolean, p_search text) is 'The count behind public.count_codes(); raises not_admin for everybody else.';
grant execute on function private.count_codes(p_kind text, p_used boolean, p_search text) to authenticated;

-- function private.count_orders

CREATE OR REPLACE FUNCTION private.count_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  perform private.require_admin();
  execute format('select count(*) from (select from public.orders as r where %s limit %s) as found',
    private.order_filter(p_search, p_status, p_from, p_to), case when p_search <> '' then '10001' else 'all' end)
  into v_count;
  return v_count;
end
$function$;
comment on function private.count_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone) is 'The count behind public.count_orders(); raises not_admin for everybody else.';
grant execute on function private.count_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone) to authenticated;

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
  perform private.require_admin();
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
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'key_batches', p_batch_id::text, 'update',
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', null),
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', p_release));
end
$function$;
comment on function private.decide_batch(p_batch_id uuid, p_release boolean) is 'The decision behind public.decide_batch().';
grant execute on function private.decide_batch(p_batch_id uuid, p_release boolean) to authenticated;

-- function private.deliver_instantly

CREATE OR REPLACE FUNCTION private.deliver_instantly()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.add_delivery(new) then
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
  -- In this order: the caller may be deleted meanwhile (D11).
  perform private.wait_for_deletions();
  perform private.require_admin();
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

-- function private.delivery_email_queue

CREATE OR REPLACE FUNCTION private.delivery_email_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The same event as a change of the status in the same transaction.
  perform private.queue_email('order_delivered', o.id, o.user_id, now(), o.redemption_email)
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  return null;
end
$function$;
comment on function private.delivery_email_queue() is 'Trigger: queues the email with what was delivered: instantly, by hand, or in place of something else (D30, D33, D34).';

-- function private.delivery_figures

CREATE OR REPLACE FUNCTION private.delivery_figures(p_benefit_id uuid)
 RETURNS TABLE(orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  with recent as (
    select o.id, o.status, o.benefit_token_value, o.due_at, first.delivered_at
    from public.orders as o
    left join lateral (
      -- Without content, a delivery is only a line of the log.
      select min(t.at) as delivered_at from (
        select d.delivered_at as at from private.deliveries as d where d.order_id = o.id
        union all
        select l.at from private.audit_log as l
        where l.table_name = 'orders' and l.row_id = o.id::text and l.after ->> 'status' in ('delivered', 'completed')
      ) as t
    ) as first on true
    where o.benefit_id = p_benefit_id and o.created_at > now() - interval '30 days' and o.status <> 'cancelled'
  )
  select count(*), coalesce(sum(r.benefit_token_value), 0)::bigint,
    count(*) filter (where r.delivered_at is not null or r.due_at < now()),
    count(*) filter (where r.delivered_at <= r.due_at),
    count(*) filter (where r.delivered_at is not null),
    count(*) filter (where exists (select from private.reports as p where p.order_id = r.id)),
    count(*) filter (where exists (select from private.reports as p where p.order_id = r.id and p.outcome = 'replaced')),
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
 RETURNS TABLE(method text, kind text, mask text, message text, instructions text, delivered_at timestamp with time zone, read_at timestamp with time zone, file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text, reported_at timestamp with time zone, report_reason text, report_due_at timestamp with time zone, answer text, answer_text text, answered_at timestamp with time zone)
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
     r.answered_at
    FROM (((orders o
      JOIN private.deliveries d ON (((d.order_id = o.id) AND (d.withdrawn_at IS NULL))))
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
   WHERE ((o.id = delivery_status.p_order_id) AND (o.user_id = auth.uid()) AND (o.status <> 'cancelled'::text));
END;
comment on function private.delivery_status(p_order_id uuid) is 'The row behind public.delivery_status().';
grant execute on function private.delivery_status(p_order_id uuid) to authenticated;

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
comment on function private.disable_statistics() is 'Keeps the planner from collecting statistics of any value. With `Prefer: count=planned` anyone who may read one row of a table can query them, row rules or not, and refuse_estimates() sees only the last Prefer header; they would also keep names and emails of deleted people. Lists are read by index, in an order that needs no statistics. Run it again after adding a column or an index.';

-- function private.email_data

CREATE OR REPLACE FUNCTION private.email_data(p_email private.outbox)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when p_email.kind like 'order\_%' then private.order_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'report\_%' then private.report_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind = 'pool_low' then (
      select jsonb_build_object('benefit_id', b.id, 'benefit', b.name, 'count', private.keys_left(b.id, 10000))
      from private.benefit_delivery as d join public.benefits as b on b.id = d.benefit_id
      where d.benefit_id = p_email.cause_id and d.low_since is not null
    )
    when p_email.kind = 'email_given_up' then (
      select jsonb_build_object('count', count(*), 'error', mode() within group (order by o.last_error))
      from private.outbox as o where o.outcome = 'given_up' and o.finished_at > now() - interval '1 day'
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
  perform private.require_admin();
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
begin
  if new.email is null or new.is_anonymous then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  begin
    insert into public.profiles (id, name, email, phone, membership_start_date, membership_end_date, invite_code_used, created_at)
    values (
      new.id, private.trim_text(new.raw_user_meta_data ->> 'name'), new.email,
      nullif(private.trim_text(new.raw_user_meta_data ->> 'phone'), ''), v_created_at, v_created_at + interval '1 year',
      v_code, v_created_at
    );
  exception when check_violation or not_null_violation then
    -- The detail of these errors is the whole row.
    raise exception 'invalid_profile' using errcode = 'PT422';
  end;
  update public.invite_codes set is_used = true, used_by = new.id, used_at = v_created_at
  where code = v_code and not is_used;
  if not found then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
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
  end if;
end
$function$;
comment on function private.hold_bad_batch(p_batch uuid) is 'Quarantines a batch whose keys were reported within seven days by at least three members, and for at least a tenth of its delivered keys (D34).';

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
  if cardinality(p_keys) > 10000 or octet_length(array_to_string(p_keys, '', '')) > 2000000 then
    raise exception 'import_too_large' using errcode = 'PT413';
  end if;
  -- One import at a time per benefit: batches are numbered, and keys are compared with those of the import before.
  perform pg_advisory_xact_lock(hashtextextended('private.import_keys:' || p_benefit_id, 0));
  perform from public.benefits where id = p_benefit_id for key share;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;

  select coalesce(jsonb_agg(to_jsonb(p) order by p.line), '[]') into problems
  from private.key_problems(p_benefit_id, p_keys) as p;
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
    update private.benefit_delivery as d set low_since = null
    where d.benefit_id = p_benefit_id and private.keys_left(p_benefit_id, d.low_stock) >= d.low_stock;
    insert into private.audit_log (actor_id, table_name, row_id, action, after)
    values (auth.uid(), 'key_batches', v_batch::text, 'insert',
      jsonb_build_object('benefit_id', p_benefit_id, 'number', batch, 'count', added));
  end if;
  return next;
end
$function$;
comment on function private.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) is 'The import behind public.import_keys().';
grant execute on function private.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean) to authenticated;

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

-- function private.is_plain_text

CREATE OR REPLACE FUNCTION private.is_plain_text(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((NOT private.has_hidden(p_text)) AND private.has_visible(p_text));
END;
comment on function private.is_plain_text(p_text text) is 'Whether a name or phone number has no hidden character and at least one visible.';
grant execute on function private.is_plain_text(p_text text) to authenticated, service_role;

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
  perform private.require_admin();
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
                     WHEN (k.id IS NOT NULL) THEN 'duplicate_key'::text
                     ELSE NULL::text
                 END AS problem
            FROM (marked m
              LEFT JOIN private.delivery_keys k ON (((k.benefit_id = key_problems.p_benefit) AND (k.secret = m.key))))
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
comment on function private.key_problems(p_benefit uuid, p_keys text[]) is 'The lines of an import that cannot be added, by number: malformed, given twice, or already in the pool of the benefit (D31).';

-- function private.keys_left

CREATE OR REPLACE FUNCTION private.keys_left(p_benefit uuid, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (count(*))::integer AS count
    FROM ( SELECT
            FROM private.available_keys a
           WHERE ((a.benefit_id = keys_left.p_benefit) AND (a.batch_id <> ALL (( SELECT private.quarantined_batches(keys_left.p_benefit) AS quarantined_batches)::uuid[])))
          LIMIT keys_left.p_limit) counted;
END;
comment on function private.keys_left(p_benefit uuid, p_limit integer) is 'How many keys can be delivered, counted up to a limit.';

-- function private.last_delivery

CREATE OR REPLACE FUNCTION private.last_delivery(p_benefit_id uuid)
 RETURNS TABLE(kind text, content text, message text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select d.kind, case when d.kind <> 'key' then d.content end, d.message
  from public.orders as o
  join private.deliveries as d on d.order_id = o.id
  where o.benefit_id = p_benefit_id and d.method = 'manual' and d.delivered_by is not null
  order by d.id desc limit 1;
end
$function$;
comment on function private.last_delivery(p_benefit_id uuid) is 'The delivery behind public.last_delivery().';
grant execute on function private.last_delivery(p_benefit_id uuid) to authenticated;

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
 RETURNS TABLE(id uuid, kind text, attempt integer, email text, own boolean, data jsonb)
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
  update private.email_sender set pruned_at = now()
  from (select from private.email_sender where pruned_at < now() - interval '1 day' for update skip locked) as free;
  if found then
    delete from private.outbox as o where o.created_at < now() - interval '90 days' and o.outcome is not null;
  end if;
  for v_row in
    select * from private.outbox as o where o.outcome is null and o.next_attempt_at <= now()
    order by o.next_attempt_at limit least(greatest(p_limit, 0), 50) for update skip locked
  loop
    id := v_row.id;
    kind := v_row.kind;
    attempt := v_row.attempts + 1;
    own := not v_row.elsewhere;
    data := private.email_data(v_row);
    select case when v_row.kind = 'order_delivered' then data ->> 'redemption_email' else p.email end into email
    from public.profiles as p where p.id = v_row.recipient_id;
    if data is null or email is null then
      update private.outbox as o set outcome = 'skipped', finished_at = now() where o.id = v_row.id;
    -- The backoff of a day makes about a dozen: whoever sends this one ends before it can say so.
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

-- function private.ledger_guard

CREATE OR REPLACE FUNCTION private.ledger_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_erasable text[] := '{user_id,description,reason}';
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - v_erasable = to_jsonb(old) - v_erasable
    and (new.reason is not distinct from old.reason
      or (new.reason is null and not exists (select from public.profiles where id = old.account_id)))
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
 SELECT ((
         CASE
             WHEN (char_length(p_secret) >= 12) THEN rtrim("left"(p_secret, LEAST(4, (char_length(p_secret) / 4))), '-'::text)
             ELSE ''::text
         END ||
         CASE
             WHEN (POSITION(('-'::text) IN (p_secret)) > 0) THEN '-••••-'::text
             ELSE '••••'::text
         END) || ltrim("right"(p_secret, LEAST(4, (char_length(p_secret) / 4))), '-'::text));
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
  return private.is_admin()
    and not exists (select from private.benefit_delivery as s where s.file_path = p_path)
    and not exists (select from private.deliveries as d where d.file_path = p_path and d.withdrawn_at is null);
end
$function$;
comment on function private.may_remove_file(p_path text) is 'Whether the caller is an admin, and no benefit and no order needs this file; a cancelled order does, because it can be reopened.';
grant execute on function private.may_remove_file(p_path text) to authenticated;

-- function private.next_order_number

CREATE OR REPLACE FUNCTION private.next_order_number()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_number text;
  v_locked boolean := false;
begin
  loop
    -- Skips numbers that other transactions hold, so that orders do not wait for each other.
    delete from private.free_order_numbers
    where number = (select number from private.free_order_numbers order by number limit 1 for update skip locked)
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
begin
  -- A deleted person has no balance (D12).
  if new.user_id is null then
    return null;
  end if;
  select v_target - coalesce(sum(t.amount), 0) into v_move
  from public.token_transactions as t where t.order_id = new.id;
  if v_move <> 0 then
    perform private.post_tokens(
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
comment on function private.order_after() is 'Trigger: an order''s ledger rows sum to 0 if it is cancelled and to minus its price otherwise: debit, refund and second debit in one rule (D6).';

-- function private.order_counts

CREATE OR REPLACE FUNCTION private.order_counts()
 RETURNS TABLE(status text, count bigint, overdue bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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

-- function private.order_delivery

CREATE OR REPLACE FUNCTION private.order_delivery(p_order_id uuid)
 RETURNS TABLE(method text, kind text, content text, message text, instructions text, delivered_at timestamp with time zone, path text, name text, size bigint, type text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One at a time with reports and cancellations, which change what there is to read.
  perform from public.orders as o
  where o.id = p_order_id and o.user_id = auth.uid() and o.status <> 'cancelled' for no key update;
  if not found then
    return;
  end if;
  return query
  update private.deliveries as d set read_at = coalesce(d.read_at, clock_timestamp())
  where d.order_id = p_order_id and d.withdrawn_at is null
  returning d.method, d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content),
    d.message, d.instructions, d.delivered_at, d.file_path, d.file_name, d.file_size, d.file_type;
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
    when 'order_delivered' then v_order.status in ('delivered', 'completed')
    -- A refund is told by the answer to the report.
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
    'tokens', v_order.benefit_token_value, 'redemption_email', v_order.redemption_email
  ) || coalesce((
    select jsonb_build_object(
      d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content, d.file_name))
    from private.deliveries as d
    where p_kind = 'order_delivered' and d.order_id = p_order and d.withdrawn_at is null and d.kind is not null
  ), '{}') || coalesce((
    select jsonb_build_object('message', d.message, 'instructions', d.instructions)
    from private.deliveries as d
    where p_kind = 'order_delivered' and d.order_id = p_order and d.withdrawn_at is null
  ), '{}');
end
$function$;
comment on function private.order_email_data(p_kind text, p_order uuid) is 'What an email about an order shows, with what was delivered under its kind (`key`, `link`, `text`, `file`: its name); null if the email is no longer true, as ''delivered'' of an order that was cancelled since.';

-- function private.order_emails

CREATE OR REPLACE FUNCTION private.order_emails(p_order_id uuid)
 RETURNS TABLE(kind text, state text, elsewhere boolean, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT o.kind,
     COALESCE(o.outcome, 'waiting'::text) AS "coalesce",
     o.elsewhere,
     COALESCE(o.finished_at, o.created_at) AS "coalesce"
    FROM private.outbox o
   WHERE ((o.cause_id = order_emails.p_order_id) AND (o.kind ~~ 'order\_%'::text) AND (private.is_admin() OR (o.recipient_id = auth.uid())))
   ORDER BY o.created_at;
END;
comment on function private.order_emails(p_order_id uuid) is 'The rows behind public.order_emails(): those of one''s own orders, for admins of all.';
grant execute on function private.order_emails(p_order_id uuid) to authenticated;

-- function private.order_emails_queue

CREATE OR REPLACE FUNCTION private.order_emails_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_email(
    case new.status when 'pending' then 'order_placed' when 'delivered' then 'order_delivered' else 'order_cancelled' end,
    new.id, new.user_id, now(), case when new.status = 'delivered' then new.redemption_email end
  );
  return null;
end
$function$;
comment on function private.order_emails_queue() is 'Trigger: queues the email about a new, delivered or cancelled order. Imported history, with times of its own, sends none.';

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
             jsonb_build_object('from', (l.before ->> 'status'::text), 'to', (l.after ->> 'status'::text)) AS jsonb_build_object
            FROM ((mine o
              JOIN private.audit_log l ON (((l.table_name = 'orders'::text) AND (l.row_id = (o.id)::text) AND (l.after ? 'status'::text))))
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
           WHERE ((o.status <> 'cancelled'::text) OR (d.kind IS NOT NULL))
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
             jsonb_build_object('answer', r.answer) AS jsonb_build_object
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
  elsif new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$function$;
comment on function private.order_fill() is 'Trigger: defaults of inserts and status changes by the owner of the database.';

-- function private.order_filter

CREATE OR REPLACE FUNCTION private.order_filter(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT concat_ws(' and '::text, 'true',
         CASE p_status
             WHEN 'overdue'::text THEN 'r.status = ''pending'' and r.due_at < now()'::text
             ELSE ('r.status = '::text || quote_literal(p_status))
         END, ('r.created_at >= '::text || quote_literal(p_from)), ('r.created_at < '::text || quote_literal(p_to)), (('('::text || private.order_match(private.like_pattern(NULLIF(p_search, ''::text)))) || ')'::text)) AS concat_ws;
END;
comment on function private.order_filter(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone) is 'The condition of the orders `r` that a list shows; null arguments filter nothing.';

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
  perform private.require_admin();
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
 RETURNS TABLE(at timestamp with time zone, actor_id uuid, actor_name text, from_status text, to_status text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select h.at, h.actor_id, h.actor_name, h.from_status, h.to_status
  from (
    select l.at, l.id, l.actor_id, p.name as actor_name, l.before ->> 'status' as from_status, l.after ->> 'status' as to_status
    from private.audit_log as l
    left join public.profiles as p on p.id = l.actor_id
    where l.table_name = 'orders' and l.row_id = p_order_id::text and l.after ? 'status'
    union all
    -- The log has what people did; an instant order was delivered by the system when it was placed (D30).
    select o.created_at, 0, null, null, 'pending', 'delivered'
    from public.orders as o where o.id = p_order_id and o.delivery_method <> 'manual'
  ) as h
  order by h.at, h.id;
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
begin
  if new.user_id is distinct from auth.uid() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  new.account_id := new.user_id;
  -- Locked first: the person may be deleted, or the benefit repriced, by a concurrent transaction.
  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id for key share;
  select * into v_benefit from public.benefits where id = new.benefit_id for share;
  -- A replay must end in the conflict on `id`, whatever today's price or balance is.
  if exists (select from public.orders where id = new.id) then
    return new;
  end if;

  -- Includes the rows of this statement. A long one would hold numbers and locks that others wait for.
  if (select count(*) from public.orders where user_id = new.user_id and created_at = now()) >= 100 then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;

  if new.customer_email is null then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  new.redemption_email := private.trim_text(new.redemption_email);
  if not coalesce(char_length(new.redemption_email) <= 254 and private.is_email(new.redemption_email), false) then
    raise exception 'invalid_redemption_email' using errcode = 'PT422';
  end if;
  if v_benefit.id is null or not v_benefit.is_active then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
  if new.benefit_token_value <> v_benefit.token_value then
    raise exception 'price_changed' using errcode = 'PT409', detail = v_benefit.token_value::text;
  end if;

  -- An instant order is inserted as it will be committed: a second version of the row would cost as much as the first (D30).
  new.status := case v_benefit.delivery_method when 'manual' then 'pending' else 'delivered' end;
  new.delivery_method := v_benefit.delivery_method;
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
comment on function private.order_insert() is 'Trigger: fills a client''s new order; the client sends only id, buyer, benefit and delivery email (D1, D3, D8, D25).';

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

-- function private.pending_orders

CREATE OR REPLACE FUNCTION private.pending_orders()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  -- An index-only scan.
  return (select count(*) from public.orders as o where o.status = 'pending');
end
$function$;
comment on function private.pending_orders() is 'The count behind public.pending_orders(); raises not_admin for everybody else.';
grant execute on function private.pending_orders() to authenticated;

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
  where actor_id = old.id and transaction_type = 'adjustment';
  -- A reason is free text about the person.
  update public.token_transactions set user_id = null, reason = null where account_id = old.id;
  update public.redeem_codes set used_by = null where used_by = old.id;
  update public.invite_codes set used_by = null where used_by = old.id;
  delete from private.redemption_requests where user_id = old.id;
  delete from private.outbox where recipient_id = old.id;
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
  v_reason text := nullif(private.trim_text(new.adjustment_reason), '');
begin
  -- Locked to the end: an admin deleted in the meantime would leave a name in the entry (D12).
  select p.name into v_admin from public.profiles as p
  where p.id = auth.uid() and p.role = 'admin' for key share;
  if found then
    v_free := v_free || '{role,current_tokens,adjustment_reason}';
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := private.trim_text(new.name);
  new.phone := nullif(private.trim_text(new.phone), '');
  new.adjustment_reason := null;
  if new.current_tokens <> old.current_tokens then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    if v_reason is null then
      raise exception 'reason_required' using errcode = 'PT422';
    end if;
    -- This update holds the row lock and writes the balance itself, so it passes the resulting balance.
    perform private.post_tokens(
      p_account => old.id, p_type => 'adjustment', p_amount => new.current_tokens - old.current_tokens,
      p_description => 'Adjustment by ' || v_admin, p_balance => new.current_tokens,
      p_reason => v_reason
    );
  end if;
  return new;
end
$function$;
comment on function private.profile_guard() is 'Trigger: a member changes name and phone; an admin also role and tokens, the latter as a ledger adjustment (D1, D7).';

-- function private.quarantined_batches

CREATE OR REPLACE FUNCTION private.quarantined_batches(p_benefit uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ARRAY( SELECT b.id
            FROM private.key_batches b
           WHERE ((b.benefit_id = quarantined_batches.p_benefit) AND (b.quarantined_at IS NOT NULL))) AS "array";
END;
comment on function private.quarantined_batches(p_benefit uuid) is 'The batches of a benefit of which no key is delivered, because of reports (D34).';

-- function private.queue_admin_email

CREATE OR REPLACE FUNCTION private.queue_admin_email(p_kind text, p_cause uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.queue_email(queue_admin_email.p_kind, queue_admin_email.p_cause, p.id, queue_admin_email.p_at) AS queue_email
    FROM profiles p
   WHERE (p.role = 'admin'::text);
END;
comment on function private.queue_admin_email(p_kind text, p_cause uuid, p_at timestamp with time zone) is 'Queues the email about an event to every admin.';

-- function private.queue_email

CREATE OR REPLACE FUNCTION private.queue_email(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone, p_address text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_elsewhere boolean := false;
  v_over boolean := false;
begin
  if p_address is not null then
    v_elsewhere := (select lower(p.email) <> lower(p_address) from public.profiles as p where p.id = p_recipient);
    if v_elsewhere then
      -- Concurrent deliveries of one member are counted one after the other.
      perform from public.profiles as p where p.id = p_recipient for no key update;
      v_over := (
        select count(*) >= 10 from private.outbox as o
        where o.elsewhere and o.recipient_id = p_recipient and o.created_at > now() - interval '1 day'
          and o.outcome is distinct from 'over_limit'
      );
    end if;
  end if;
  insert into private.outbox (id, kind, cause_id, recipient_id, elsewhere, outcome, finished_at)
  values (
    md5(concat_ws('|', p_kind, p_cause, p_recipient, extract(epoch from p_at)))::uuid,
    p_kind, p_cause, p_recipient, v_elsewhere,
    case when v_over then 'over_limit' end, case when v_over then now() end
  )
  on conflict (id) do nothing;
end
$function$;
comment on function private.queue_email(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamp with time zone, p_address text) is 'Queues the email about an event, once; `p_at` tells repeated events of a cause apart. With an address other than the recipient''s own it is one of ten a day; what exceeds them is recorded and not sent (D37).';

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
           WHERE (t.order_id IS NOT NULL)
           GROUP BY t.order_id
         )
  SELECT p.id,
     ((('balance '::text || p.current_tokens) || ' is not the ledger''s sum '::text) || COALESCE(sum(t.amount), (0)::bigint))
    FROM (profiles p
      LEFT JOIN token_transactions t ON ((t.account_id = p.id)))
   GROUP BY p.id
  HAVING (p.current_tokens <> COALESCE(sum(t.amount), (0)::bigint))
 UNION ALL
  SELECT c.account_id,
     'ledger row does not follow from the row before it'::text
    FROM chain c
   WHERE (c.balance_after <> (c.balance_before + c.amount))
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
   WHERE ((c.is_used <> (t.id IS NOT NULL)) OR (t.amount <> c.token_value) OR ((c.used_by IS NOT NULL) AND (c.used_by <> t.account_id)))
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
            FROM invite_codes c) l
   WHERE ((l.user_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
            FROM profiles p
           WHERE (p.id = l.user_id)))))
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
  perform private.require_admin();
  return query select r.account_id, r.problem from private.reconcile() as r;
end
$function$;
comment on function private.reconcile_for_admin() is 'private.reconcile() for an admin; raises not_admin for everybody else.';
grant execute on function private.reconcile_for_admin() to authenticated;

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
  update public.redeem_codes as c set is_used = true, used_by = v_user, used_at = now()
  where c.code = private.normalize_code(p_code) and not c.is_used
  returning c.* into v_code;
  if not found then
    -- Returned, not raised: raising would roll back the count.
    perform private.count_attempt('redeem_code', v_user::text);
    return query select false, null::integer, v_balance;
    return;
  end if;

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
comment on function private.redeem_code(p_code text, p_request_id uuid) is 'Redeems one token code for the caller. A miss returns ok = false, alike for unknown, used and malformed codes (D1, D10).';
grant execute on function private.redeem_code(p_code text, p_request_id uuid) to authenticated;

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

-- function private.replace_by_hand

CREATE OR REPLACE FUNCTION private.replace_by_hand(p_order orders, p_kind text, p_content text, p_message text)
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
  if char_length(v_content) > 5000 or char_length(v_message) > 2000
    or (v_content is not null and not coalesce(p_kind in ('text', 'link', 'key'), false))
    or (p_kind = 'link' and v_content !~* '^https?://[^/[:space:]][^[:space:]]*$')
  then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  insert into private.deliveries (order_id, benefit_id, method, kind, content, message, instructions, delivered_by)
  values (p_order.id, p_order.benefit_id, 'manual', case when v_content is not null then p_kind end, v_content, v_message,
    (select d.instructions from private.benefit_delivery as d where d.benefit_id = p_order.benefit_id), auth.uid());
end
$function$;
comment on function private.replace_by_hand(p_order orders, p_kind text, p_content text, p_message text) is 'Delivers a text, link or key and a message, each optional, in place of what was delivered before; raises invalid_delivery (D33).';

-- function private.report_counts

CREATE OR REPLACE FUNCTION private.report_counts()
 RETURNS TABLE(open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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

CREATE OR REPLACE FUNCTION private.report_delivery(p_order_id uuid, p_reason text)
 RETURNS TABLE(outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
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
    raise exception 'nothing_to_report' using errcode = 'PT404';
  end if;
  outcome := private.next_report(v_delivery, v_order.account_id);
  if outcome is null then
    raise exception 'report_refused' using errcode = 'PT409';
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
comment on function private.report_delivery(p_order_id uuid, p_reason text) is 'The report behind public.report_delivery().';
grant execute on function private.report_delivery(p_order_id uuid, p_reason text) to authenticated;

-- function private.report_details

CREATE OR REPLACE FUNCTION private.report_details(p_report_id uuid)
 RETURNS TABLE(id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamp with time zone, due_at timestamp with time zone, answered_at timestamp with time zone, order_id uuid, order_number text, order_status text, price integer, benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamp with time zone, customer_id uuid, customer_name text, customer_email text, can_replace boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, p.name, r.created_at, r.due_at, r.answered_at, o.id,
    o.order_number, o.status, o.benefit_token_value, o.benefit_id, o.benefit_name, d.method,
    private.mask_key(coalesce(k.secret, case d.kind when 'key' then d.content end)), b.number, d.delivered_at,
    o.user_id, o.customer_name, o.customer_email,
    o.status <> 'cancelled' and case o.delivery_method
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

-- function private.require_admin

CREATE OR REPLACE FUNCTION private.require_admin()
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
comment on function private.require_admin() is 'Raises not_admin unless the caller is an admin.';

-- function private.reveal_key

CREATE OR REPLACE FUNCTION private.reveal_key(p_key_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key private.delivery_keys;
  v_thirtieth timestamptz;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('private.reveal_key:' || auth.uid(), 0));
  select a.at into v_thirtieth from private.attempts as a
  where a.kind = 'reveal_key' and a.caller = auth.uid()::text order by a.at desc offset 29 limit 1;
  if v_thirtieth > clock_timestamp() - interval '1 hour' then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_thirtieth + interval '1 hour' - clock_timestamp()))::text;
  end if;
  perform private.refuse_undoable();
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
    low_since = case when excluded.low_stock > benefit_delivery.low_stock then benefit_delivery.low_since end;
  if v_old.method <> p_method then
    update public.benefits set delivery_method = p_method where id = p_benefit_id;
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

-- function private.search_codes

CREATE OR REPLACE FUNCTION private.search_codes(p_table anyelement, p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS SETOF anyelement
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := private.page_ids(
    p_from => format('%s as r', pg_typeof(p_table)),
    p_where => format('r.is_used = %L', p_used),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by)))$text$,
    p_hit => private.code_match(p_used),
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
comment on function private.search_codes(p_table anyelement, p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_redeem_codes() and search_invite_codes(), by the row type; raises not_admin for everybody else.';
grant execute on function private.search_codes(p_table anyelement, p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

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
  v_held uuid[] := private.quarantined_batches(p_benefit_id);
  v_from bigint := case when p_reverse then coalesce(p_key_id + 1, 0) else 0 end;
  v_to bigint := case when p_reverse then 9e18 else coalesce(p_key_id - 1, 9e18) end;
  v_limit integer := private.page_size(p_limit);
begin
  perform private.require_admin();
  return query
  with candidates as (
    select c.id from (
      select k.id from private.delivery_keys as k
      where v_term = '' and p_state is null and k.benefit_id = p_benefit_id and k.id between v_from and v_to
      order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit
    ) as c
    union all
    select c.id from (
      select k.id from private.delivery_keys as k
      where v_term = '' and p_state = 'available' and k.benefit_id = p_benefit_id and k.id between v_from and v_to
        and k.batch_id <> all (v_held)
        and exists (select from private.available_keys as a where a.benefit_id = p_benefit_id and a.key_id = k.id)
      order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit
    ) as c
    union all
    select c.key_id from (
      select d.key_id from private.deliveries as d
      where v_term = '' and p_state = 'delivered' and d.benefit_id = p_benefit_id and d.key_id between v_from and v_to
        and (select k.quarantined_at from private.delivery_keys as k where k.id = d.key_id) is null
      order by case when p_reverse then d.key_id end, case when not p_reverse then d.key_id end desc limit v_limit
    ) as c
    union all
    select k.id from private.delivery_keys as k
    where v_term = '' and p_state = 'quarantined' and k.benefit_id = p_benefit_id and k.quarantined_at is not null
    union all
    select k.id from private.delivery_keys as k
    where v_term = '' and p_state = 'quarantined' and k.batch_id = any (v_held)
      and exists (select from private.available_keys as a where a.benefit_id = p_benefit_id and a.key_id = k.id)
    union all
    select k.id from private.delivery_keys as k
    where v_term <> '' and k.benefit_id = p_benefit_id and lower(right(k.secret, 4)) = v_term
    union all
    select d.key_id from private.deliveries as d
    where v_term <> '' and d.key_id is not null and d.order_id in (
      -- By order or member: of the newest orders that match; each has few keys.
      select o.id from public.orders as o
      where o.benefit_id = p_benefit_id and o.search_text like private.like_pattern(v_term)
      order by o.created_at desc limit 200)
  ),
  found as materialized (
    select distinct k.id, k.secret, k.batch_id, b.number, d.order_id,
      case
        when k.quarantined_at is not null or (b.quarantined_at is not null and d.id is null) then 'quarantined'
        when d.id is not null then 'delivered'
        else 'available'
      end as state,
      coalesce(k.quarantined_at, d.delivered_at, b.created_at) as changed_at
    from candidates as c
    join private.delivery_keys as k on k.id = c.id
    join private.key_batches as b on b.id = k.batch_id
    left join private.deliveries as d on d.key_id = k.id
    where k.id between v_from and v_to
  )
  select f.id, private.mask_key(f.secret), f.state, f.number, f.order_id, o.order_number, o.customer_name, f.changed_at
  from found as f left join public.orders as o on o.id = f.order_id
  where p_state is null or f.state = p_state
  order by case when p_reverse then f.id end, case when not p_reverse then f.id end desc
  limit v_limit;
end
$function$;
comment on function private.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'The keys behind public.search_keys().';
grant execute on function private.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function private.search_orders

CREATE OR REPLACE FUNCTION private.search_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer)
 RETURNS SETOF orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 26
 SET search_path TO ''
AS $function$
declare
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_match := coalesce(private.order_match(private.like_pattern(nullif(p_search, ''))), 'true');
  v_ids := private.page_ids(
    p_from => 'public.orders as r',
    p_where => private.order_filter(null, p_status, p_from, p_to),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    -- Any match counts as containing the term.
    p_text => format('case when %s then %L end', v_match, lower(coalesce(p_search, ''))),
    p_hit => replace(v_match, '%', '%%'),
    p_walk => 4000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$function$;
comment on function private.search_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'The search behind public.search_orders(); raises not_admin for everybody else.';
grant execute on function private.search_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

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
  perform private.require_admin();
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => 'public.profiles as r',
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
  perform private.require_admin();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.created_at, r.due_at, r.answered_at, o.id, o.order_number, o.benefit_id,
    o.benefit_name, o.delivery_method, b.number, o.customer_name,
    (select count(*)::integer from private.reports as e where e.order_id = r.order_id and e.created_at < r.created_at)
  from private.reports as r
  join public.orders as o on o.id = r.order_id
  left join private.key_batches as b on b.id = r.batch_id
  where (not p_open or (r.outcome = 'open' and r.answer is null))
    and (p_benefit_id is null or o.benefit_id = p_benefit_id)
    and (v_pattern is null or o.search_text like v_pattern or 'r-' || lpad(r.number::text, 4, '0') like v_pattern)
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
  if tg_op = 'DELETE' or tg_table_name = 'profiles' then
    perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  else
    perform private.wait_for_deletions();
  end if;
  return null;
end
$function$;
comment on function private.serialize_deletions() is 'Trigger: deletions of people and benefits and changes of role run one at a time, and not while a status or a login''s email is being changed.';

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
  select * into v_key from private.delivery_keys as k where k.id = p_key_id for update;
  if not found then
    return null;
  end if;
  if p_aside then
    -- Waits for an order that is taking it.
    delete from private.available_keys as a where a.benefit_id = v_key.benefit_id and a.key_id = p_key_id;
  elsif exists (select from private.deliveries as d where d.key_id = p_key_id) then
    v_state := 'delivered';
  else
    v_state := 'available';
    insert into private.available_keys (benefit_id, key_id, batch_id)
    values (v_key.benefit_id, p_key_id, v_key.batch_id) on conflict do nothing;
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
  return new;
end
$function$;
comment on function private.setting_before() is 'Trigger: the server sets author and time of a setting.';

-- function private.suspect_batches

CREATE OR REPLACE FUNCTION private.suspect_batches()
 RETURNS TABLE(id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamp with time zone, keys bigint, delivered bigint, held bigint, reported bigint, other_keys_left integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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

-- function private.test_email

CREATE OR REPLACE FUNCTION private.test_email(p_id uuid)
 RETURNS TABLE(state text, error text, next_attempt_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
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
  perform private.require_admin();
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
    from public.token_transactions as t where t.created_at >= v_first at time zone v_zone
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

-- function private.wait_for_deletions

CREATE OR REPLACE FUNCTION private.wait_for_deletions()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions'::text, (0)::bigint)) AS pg_advisory_xact_lock_shared;
END;
comment on function private.wait_for_deletions() is 'Waits for deletions and holds new ones up to the end of the transaction; call it before locking a row.';

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
    select jsonb_build_object('adjustment_reason', t.reason)
    from public.token_transactions as t
    where t.account_id = p_entry.row_id::uuid and t.actor_id = p_entry.actor_id and t.transaction_type = 'adjustment'
      and t.balance_after = (p_entry.after ->> 'current_tokens')::integer and t.created_at <= p_entry.at
      and t.reason is not null
    order by t.seq desc limit 1
  ), '{}');
end
$function$;
comment on function private.with_reason(p_entry private.audit_log) is 'The new values of an entry; for an adjusted balance with the reason, which only the ledger stores.';

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

CREATE OR REPLACE FUNCTION public.answer_report(p_report_id uuid, p_answer text, p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.answer_report(p_report_id, p_answer, p_text) AS answer_report;
END;
comment on function public.answer_report(p_report_id uuid, p_answer text, p_text text) is 'Closes an open report: `replaced` delivers what the benefit has now, `replied` needs a text, `refunded` cancels the order. Raises report_closed, order_changed, sold_out, invalid_answer. Admins only (D34).';
grant execute on function public.answer_report(p_report_id uuid, p_answer text, p_text text) to authenticated;

-- function public.benefit

CREATE OR REPLACE FUNCTION public.benefit(orders)
 RETURNS SETOF benefits
 LANGUAGE sql
 STABLE ROWS 1
AS $function$select * from public.benefits where id = $1.benefit_id$function$;
comment on function public.benefit(orders) is 'Relationship: the benefit of an order, as it is today.';
grant execute on function public.benefit(orders) to authenticated;

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

-- function public.benefit_stock

CREATE OR REPLACE FUNCTION public.benefit_stock(p_benefits uuid[])
 RETURNS TABLE(benefit_id uuid, keys_left integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.benefit_id,
     s.keys_left
    FROM private.benefit_stock(benefit_stock.p_benefits) s(benefit_id, keys_left);
END;
comment on function public.benefit_stock(p_benefits uuid[]) is 'How often each of up to 200 benefits can still be delivered instantly: 0 is sold out, 20 means 20 or more, null is delivered by hand (D31).';
grant execute on function public.benefit_stock(p_benefits uuid[]) to authenticated;

-- function public.code_counts

CREATE OR REPLACE FUNCTION public.code_counts(p_kind text)
 RETURNS TABLE(total bigint, available bigint, used bigint, tokens_total bigint, tokens_available bigint, tokens_used bigint)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.total,
     c.available,
     c.used,
     c.tokens_total,
     c.tokens_available,
     c.tokens_used
    FROM private.code_counts(code_counts.p_kind) c(total, available, used, tokens_total, tokens_available, tokens_used);
END;
comment on function public.code_counts(p_kind text) is 'How many token or invite codes there are and what the token codes are worth, available and used. Admins only.';
grant execute on function public.code_counts(p_kind text) to authenticated;

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

CREATE OR REPLACE FUNCTION public.count_codes(p_kind text, p_used boolean, p_search text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_codes(p_kind, p_used, p_search) AS count_codes;
END;
comment on function public.count_codes(p_kind text, p_used boolean, p_search text) is 'How many token or invite codes a search finds; 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_codes(p_kind text, p_used boolean, p_search text) to authenticated;

-- function public.count_orders

CREATE OR REPLACE FUNCTION public.count_orders(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.count_orders(p_search, p_status, p_from, p_to) AS count_orders;
END;
comment on function public.count_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone) is 'How many orders match the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone) to authenticated;

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
comment on function public.delivery_figures(p_benefit_id uuid) is 'A benefit''s orders of 30 days that are not cancelled: number, tokens, delivered or due, delivered in time, delivered, reported, and replaced at once; and its reports of all time. Admins only (D34).';
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
 RETURNS TABLE(method text, kind text, mask text, message text, instructions text, delivered_at timestamp with time zone, read_at timestamp with time zone, file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text, reported_at timestamp with time zone, report_reason text, report_due_at timestamp with time zone, answer text, answer_text text, answered_at timestamp with time zone)
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
     s.answered_at
    FROM private.delivery_status(delivery_status.p_order_id) s(method, kind, mask, message, instructions, delivered_at, read_at, file_name, file_size, file_type, items, replaced_mask, next_report, reported_at, report_reason, report_due_at, answer, answer_text, answered_at);
END;
comment on function public.delivery_status(p_order_id uuid) is 'What may be shown and cached of the delivery of the caller''s own order, keys masked; `items`: how many were delivered so far; `next_report`: what a report leads to (replaced, open, or null: none is possible); the last report and its answer. No row before the delivery or after a cancellation (D32, D34).';
grant execute on function public.delivery_status(p_order_id uuid) to authenticated;

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

CREATE OR REPLACE FUNCTION public.last_delivery(p_benefit_id uuid)
 RETURNS TABLE(kind text, content text, message text)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l.kind,
     l.content,
     l.message
    FROM private.last_delivery(last_delivery.p_benefit_id) l(kind, content, message);
END;
comment on function public.last_delivery(p_benefit_id uuid) is 'What an admin last delivered by hand for a benefit, to begin the next delivery with; never a key (D31, D33). Admins only.';
grant execute on function public.last_delivery(p_benefit_id uuid) to authenticated;

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
 RETURNS TABLE(id uuid, kind text, attempt integer, email text, own boolean, data jsonb)
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT e.id,
     e.kind,
     e.attempt,
     e.email,
     e.own,
     e.data
    FROM private.lease_emails(lease_emails.p_limit) e(id, kind, attempt, email, own, data);
END;
comment on function public.lease_emails(p_limit integer) is 'Leases due emails for ten minutes: what to send, to whom, which attempt (D37). For service_role alone.';
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

-- function public.order_emails

CREATE OR REPLACE FUNCTION public.order_emails(p_order_id uuid)
 RETURNS TABLE(kind text, state text, elsewhere boolean, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT e.kind,
     e.state,
     e.elsewhere,
     e.at
    FROM private.order_emails(order_emails.p_order_id) e(kind, state, elsewhere, at);
END;
comment on function public.order_emails(p_order_id uuid) is 'The emails about an order of one''s own, oldest first: waiting, sent, given_up, skipped, or over_limit for a delivery beyond the ten a day to other addresses (D37). No rows for the order of somebody else.';
grant execute on function public.order_emails(p_order_id uuid) to authenticated;

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
comment on function public.order_events(p_order_id uuid) is 'What happened to the caller''s own order, oldest first: placed, paid, refunded, status, delivered, read, reported, answered; by `you`, `system` (Guildhall), `admin` (who has left) or the name of an admin. No content and no key.';
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
 RETURNS TABLE(at timestamp with time zone, actor_id uuid, actor_name text, from_status text, to_status text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT h.at,
     h.actor_id,
     h.actor_name,
     h.from_status,
     h.to_status
    FROM private.order_history(order_history.p_order_id) h(at, actor_id, actor_name, from_status, to_status);
END;
comment on function public.order_history(p_order_id uuid) is 'The status changes of one order, oldest first; without an actor, by the system (D29). Admins only.';
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

CREATE OR REPLACE FUNCTION public.report_delivery(p_order_id uuid, p_reason text)
 RETURNS TABLE(outcome text)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.outcome
    FROM private.report_delivery(report_delivery.p_order_id, report_delivery.p_reason) r(outcome);
END;
comment on function public.report_delivery(p_order_id uuid, p_reason text) is 'Reports that what the caller''s order delivered does not work, within 30 days and once for each item. `replaced`: another key was delivered; `open`: an admin answers. Raises reason_required, nothing_to_report, report_refused (D34).';
grant execute on function public.report_delivery(p_order_id uuid, p_reason text) to authenticated;

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

-- function public.search_invite_codes

CREATE OR REPLACE FUNCTION public.search_invite_codes(p_search text, p_used boolean, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF invite_codes
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.*::invite_codes AS c
    FROM private.search_codes(NULL::invite_codes, search_invite_codes.p_search, search_invite_codes.p_used, search_invite_codes.p_key_value, search_invite_codes.p_key_id, search_invite_codes.p_reverse, search_invite_codes.p_limit) c(id, code, note, batch_id, is_used, used_by, used_at, created_by, created_at);
END;
comment on function public.search_invite_codes(p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Invite codes, used or available, whose code, note or user contains a term, newest first, after a key (D20). `p_reverse` reads from the oldest. Admins only.';
grant execute on function public.search_invite_codes(p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

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
comment on function public.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) is 'The keys of a benefit, masked, newest first, after the key p_key_id; found by their last four characters, order or member. Admins only (D31).';
grant execute on function public.search_keys(p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_orders

CREATE OR REPLACE FUNCTION public.search_orders(p_search text, p_status text DEFAULT NULL::text, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT o.*::orders AS o
    FROM private.search_orders(search_orders.p_search, search_orders.p_status, search_orders.p_from, search_orders.p_to, search_orders.p_key_value, search_orders.p_key_id, search_orders.p_reverse, search_orders.p_limit) o(id, order_number, user_id, account_id, benefit_id, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, delivery_method, due_at, created_at, updated_at, search_text);
END;
comment on function public.search_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Orders whose number, customer or benefit contains a term, newest first, after a key (D20); `p_to` is exclusive. `p_status` ''overdue'' means pending and past the due time (D25). `p_reverse` reads from the oldest. Admins only.';
grant execute on function public.search_orders(p_search text, p_status text, p_from timestamp with time zone, p_to timestamp with time zone, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_profiles

CREATE OR REPLACE FUNCTION public.search_profiles(p_search text DEFAULT NULL::text, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_key_value text DEFAULT NULL::text, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.*::profiles AS p
    FROM private.search_profiles(search_profiles.p_search, search_profiles.p_sort, search_profiles.p_ascending, search_profiles.p_key_value, search_profiles.p_key_id, search_profiles.p_reverse, search_profiles.p_limit) p(id, name, email, phone, current_tokens, adjustment_reason, role, membership_start_date, membership_end_date, invite_code_used, created_at);
END;
comment on function public.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) is 'People whose name or email contains a term, sorted by created_at, name, email or current_tokens, after a key (D20). `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_profiles(p_search text, p_sort text, p_ascending boolean, p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

-- function public.search_redeem_codes

CREATE OR REPLACE FUNCTION public.search_redeem_codes(p_search text, p_used boolean, p_key_value timestamp with time zone DEFAULT NULL::timestamp with time zone, p_key_id uuid DEFAULT NULL::uuid, p_reverse boolean DEFAULT false, p_limit integer DEFAULT 26)
 RETURNS SETOF redeem_codes
 LANGUAGE sql
 STABLE ROWS 26
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.*::redeem_codes AS c
    FROM private.search_codes(NULL::redeem_codes, search_redeem_codes.p_search, search_redeem_codes.p_used, search_redeem_codes.p_key_value, search_redeem_codes.p_key_id, search_redeem_codes.p_reverse, search_redeem_codes.p_limit) c(id, code, token_value, note, batch_id, is_used, used_by, used_at, created_by, created_at);
END;
comment on function public.search_redeem_codes(p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) is 'Token codes, used or available, whose code, note or user contains a term, newest first, after a key (D20). `p_reverse` reads from the oldest. Admins only.';
grant execute on function public.search_redeem_codes(p_search text, p_used boolean, p_key_value timestamp with time zone, p_key_id uuid, p_reverse boolean, p_limit integer) to authenticated;

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

-- function public.set_key_aside

CREATE OR REPLACE FUNCTION public.set_key_aside(p_key_id bigint, p_aside boolean)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.set_key_aside(p_key_id, p_aside) AS set_key_aside;
END;
comment on function public.set_key_aside(p_key_id bigint, p_aside boolean) is 'Quarantines a key, or restores it to the pool or, if it has one, to its order; returns its state, null if there is no such key. Logged. Admins only (D31).';
grant execute on function public.set_key_aside(p_key_id bigint, p_aside boolean) to authenticated;

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

-- function public.validate_invite_code

CREATE OR REPLACE FUNCTION public.validate_invite_code(code_to_check text)
 RETURNS TABLE(is_valid json)
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
BEGIN ATOMIC
 SELECT to_json(private.validate_invite_code(code_to_check)) AS to_json;
END;
comment on function public.validate_invite_code(code_to_check text) is 'Whether an invite code exists and is unused; the same result for unknown, used and malformed codes (D10).';
grant execute on function public.validate_invite_code(code_to_check text) to anon, authenticated;
