/**
 * Every column of the database that can refer to a person, or hold what they typed or were sent, and where it is in their data
 * (D49): the part of `my_data()`, or why it is in none. `thing`: the id of something that is no person.
 */
export const personalColumns: Record<string, string> = read(`
profiles: id, name, email, phone, invite_code_used = profile
profiles: adjustment_type, adjustment_reason = always null
orders: user_id, account_id, customer_name, customer_email, redemption_email, benefit_name, order_number, cancel_reason = orders
orders: id, benefit_id = thing
token_transactions: user_id, account_id, actor_id, description, reason, reason_salt = token_entries
token_transactions: id, order_id, redeem_code_id = thing
payments: user_id, account_id, state, refund_reason = payments
payments: id = thing
private.payment_facts: dispute_reason = of the bank
private.payment_facts: payment_id, session_id, intent_id, disputes, entry_id, return_entry_id = thing
private.payment_events: settled_by = done for the platform, listed in activity
private.payment_events: id, payment_id, intent_id, facts = thing
private.membership_changes: account_id = dates of the membership, as in profile
private.membership_changes: id = thing
announcements: created_by = done for the platform, listed in activity
announcements: id, benefit_id = thing
announcements: body = written to everybody
token_packs: id = thing
code_uses: account_id, user_id = codes
code_uses: code_id = thing
redeem_codes: used_by = codes
redeem_codes: created_by, revoked_by = done for the platform, listed in activity
redeem_codes: id, batch_id = thing
redeem_codes: code, note, revoked_reason = of the code
invite_codes: used_by = codes
invite_codes: email = invited_with
invite_codes: created_by, revoked_by = done for the platform, listed in activity
invite_codes: id, batch_id = thing
invite_codes: code, note, revoked_reason = of the code
invitations: inviter_id, email, message, name, email_state, source = invitations
invitations: code_id, email_id = thing
private.referrals: invited_id, referrer_id = referrals
private.referrals: code_id = thing
notifications: user_id, data = notices
notifications: id, order_id, benefit_id = thing
notification_preferences: user_id = notice_choices
private.outbox: recipient_id = emails
private.outbox: id, cause_id = thing
private.favourites: user_id = favourites
private.favourites: benefit_id = thing
private.waiting_members: user_id = awaited
private.waiting_members: benefit_id = thing
private.attempts: caller = attempts
private.deletion_requests: user_id = deletion
private.deletion_requests: id = thing
private.farewells: email = of somebody whose account is gone
private.farewells: id = thing
private.reports: account_id, reason, answer_text = reports
private.reports: answered_by = done for the platform, listed in activity
private.reports: id, order_id, batch_id = thing
private.deliveries: content, message, instructions, file_name, file_path = deliveries
private.deliveries: delivered_by = done for the platform, listed in activity
private.deliveries: order_id, benefit_id = thing
private.key_imports: actor_id = done for the platform, listed in activity
private.key_imports: id, problems = thing
private.audit_log: actor_id, before, after = changes
private.audit_log: table_name = thing
admin_views: admin_id, name, filter = views
admin_views: id = thing
order_desk: assignee_id = work on the orders of others
order_desk: order_id = thing
order_notes: author_id, body = what admins write for each other
order_notes: id, order_id, operation_id = thing
operations: actor_id, parameters = done for the platform, listed in activity
operations: id = thing
private.operation_rows: row_id = operations
private.audit_log: row_id = changes
private.operation_rows: reason_by, reason, input, before, after = done for the platform, listed in activity
private.operation_rows: operation_id = thing
private.operation_content: content = of the platform, deleted when undo has closed
private.operation_content: operation_id = thing
token_packs: id = thing
app_settings: updated_by = done for the platform, listed in activity
private.key_batches: created_by = done for the platform, listed in activity
private.key_batches: id, benefit_id = thing
private.redemption_requests: user_id = what a retry is recognized by
private.redemption_requests: request_id, redeem_code_id = thing
private.sorted_balances: user_id = a copy of the balance, for the list of people
private.renamed_people: user_id, search_text = a copy of the name, for the search
private.told_members: user_id = who was told lately, as in notices; kept for a week
private.told_members: benefit_id = thing
private.invited_mailboxes: mailbox_key = a fingerprint that leads to nobody
private.invited_mailboxes: code_id = thing
private.addressed_mailboxes: mailbox_key = a fingerprint that leads to nobody
private.addressed_mailboxes: code_id = thing
private.suppressed_addresses: mailbox_key = a fingerprint that leads to nobody
waitlist: email, mailbox = of people without an account; leaves when they join
waitlist: id = thing
benefits: id, category_id = thing
benefits: name, description = of the catalogue
categories: id = thing
categories: name = of the catalogue
private.absent_benefits: benefit_id = thing
private.available_keys: benefit_id, batch_id = thing
private.benefit_delivery: benefit_id = thing
private.benefit_stock: benefit_id = thing
private.instruction_versions: benefit_id = thing
private.instruction_versions: instructions = of the catalogue
private.benefit_delivery: instructions, message, file_name, file_path = of the catalogue
private.delivery_keys: benefit_id, batch_id = thing
auth.users: id = login
auth.sessions: user_id = sign_ins
auth.mfa_factors: user_id = second_factors
private.approved_factors: user_id = whether a factor counts, as in changes
private.recovery_codes: user_id = how a login signs in, hashed
auth.identities: user_id = how a login signs in: by its address, as in login
`)

function read(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [, table = '', columns = '', where = ''] = /^([\w.]+): (.+?) = (.+)$/.exec(line) ?? []
        const full = table.includes('.') ? table : `public.${table}`
        return columns.split(', ').map((column) => [`${full}.${column}`, where])
      }),
  )
}
