/**
 * Every column of the database that can refer to a person, or hold what they typed or were sent, and where it is in their data
 * (D49): the part of `my_data()`, or why it is in none.
 */
export const personalColumns: Record<string, string> = read(`
profiles: id, name, email, phone, invite_code_used = profile
profiles: adjustment_type, adjustment_reason = always null
orders: user_id, account_id, customer_name, customer_email, redemption_email, benefit_name, order_number, cancel_reason = orders
token_transactions: user_id, account_id, actor_id, description, reason, reason_salt = token_entries
payments: user_id, account_id, state, refund_reason = payments
private.payment_facts: dispute_reason = of the bank
private.payment_events: settled_by = done for the platform, listed in activity
private.membership_changes: account_id = dates of the membership, as in profile
announcements: created_by = done for the platform, listed in activity
announcements: body = written to everybody
code_uses: account_id, user_id = codes
redeem_codes: used_by = codes
redeem_codes: created_by, revoked_by = done for the platform, listed in activity
redeem_codes: code, note, revoked_reason = of the code
invite_codes: used_by = codes
invite_codes: email = invited_with
invite_codes: created_by, revoked_by = done for the platform, listed in activity
invite_codes: code, note, revoked_reason = of the code
invitations: inviter_id, email, message, name, email_state, source = invitations
private.referrals: invited_id, referrer_id = referrals
notifications: user_id, data = notices
notification_preferences: user_id = notice_choices
private.outbox: recipient_id = emails
private.favourites: user_id = favourites
private.waiting_members: user_id = awaited
private.attempts: caller = attempts
private.deletion_requests: user_id = deletion
private.farewells: email = of somebody whose account is gone
private.reports: account_id, reason, answer_text = reports
private.reports: answered_by = done for the platform, listed in activity
private.deliveries: content, message, instructions, file_name, file_path = deliveries
private.deliveries: delivered_by = done for the platform, listed in activity
private.key_imports: actor_id = done for the platform, listed in activity
private.audit_log: actor_id, before, after = changes
admin_views: admin_id, name, filter = views
order_desk: assignee_id = work on the orders of others
order_notes: author_id, body = what admins write for each other
operations: actor_id, parameters = done for the platform, listed in activity
private.operation_rows: row_id = operations
private.audit_log: row_id = changes
private.operation_rows: reason_by, reason, input, before, after = done for the platform, listed in activity
private.operation_content: content = of the platform, deleted when undo has closed
app_settings: updated_by = done for the platform, listed in activity
private.key_batches: created_by = done for the platform, listed in activity
private.redemption_requests: user_id = what a retry is recognized by
private.sorted_balances: user_id = a copy of the balance, for the list of people
private.renamed_people: user_id, search_text = a copy of the name, for the search
private.notified_members: user_id = who was told lately, as in notices; kept for a week
private.invited_mailboxes: mailbox_key = a fingerprint that leads to nobody
private.addressed_mailboxes: mailbox_key = a fingerprint that leads to nobody
private.suppressed_addresses: mailbox_key = a fingerprint that leads to nobody
waitlist: email, mailbox = of people without an account; leaves when they join
benefits: name, description = of the catalogue
categories: name = of the catalogue
private.instruction_versions: instructions = of the catalogue
private.benefit_delivery: instructions, message, file_name, file_path = of the catalogue
auth.users: id = login
auth.sessions: user_id = sign_ins
auth.mfa_factors: user_id = second_factors
private.approved_factors: user_id = whether a factor counts, as in changes
private.recovery_codes: user_id = how a login signs in, hashed
auth.identities: user_id = how a login signs in: by its address, as in login
`)

/** Columns of what is no person, in every table but where they refer to one. */
export const things = `
  id batch_id benefit_id category_id cause_id code_id email_id entry_id intent_id operation_id order_id payment_id redeem_code_id
  request_id return_entry_id session_id disputes facts problems table_name`
  .trim()
  .split(/\s+/)

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
