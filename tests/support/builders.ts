import type { AdminBenefit } from '@/entities/benefits/admin-list'
import type { OrderEvent } from '@/entities/deliveries/own'
import type { Tables } from '@/lib/tables'

/** The id of the member that `signInAs` signs in. */
export const memberId = '00000000-0000-4000-8000-000000000001'

let made = 0

/** A uuid that no other built row has. */
export function uuid(): string {
  made += 1
  return `00000000-0000-4000-9000-${String(made).padStart(12, '0')}`
}

/** The next row has the first id again. */
export function restartIds() {
  made = 0
}

/** The member that `signInAs` signs in. */
export function profile(over: Partial<Tables<'profiles'>> = {}): Tables<'profiles'> {
  return {
    id: memberId,
    name: 'Tamsin Ferreira',
    email: 'tamsin@ferreira.example',
    phone: null,
    current_tokens: 87,
    adjustment_type: null,
    adjustment_reason: null,
    role: 'user',
    membership_start_date: '2026-09-02T09:00:00+00:00',
    membership_end_date: '2027-09-02T09:00:00+00:00',
    invite_code_used: 'WELCOME000',
    created_at: '2026-09-02T09:00:00+00:00',
    deletes_at: null,
    ...over,
  }
}

export function benefit(over: Partial<AdminBenefit> = {}): AdminBenefit {
  return {
    id: uuid(),
    name: 'Lantern Research',
    description: 'Ask across papers and filings and see every source. Three months.',
    token_value: 55,
    image_url: '/art/lantern.svg',
    is_active: true,
    delivery_method: 'manual',
    category_id: null,
    stock: null,
    per_member_limit: null,
    opens_at: null,
    closes_at: null,
    estimated_value: null,
    created_at: '2026-08-01T09:00:00+00:00',
    updated_at: '2026-08-01T09:00:00+00:00',
    ...over,
  }
}

/** A pending order of that member, with its snapshot. */
export function order(over: Partial<Tables<'orders'>> = {}): Tables<'orders'> {
  return {
    id: uuid(),
    order_number: 'ORD-000148',
    cancel_reason: null,
    user_id: memberId,
    account_id: memberId,
    benefit_id: null,
    redemption_email: 'tamsin@ferreira.example',
    status: 'pending',
    benefit_name: 'Keystone Vault',
    benefit_token_value: 25,
    benefit_image_url: '/art/keystone.svg',
    benefit_description: 'Password vault for a team of five. One year, with recovery and audit log.',
    customer_name: 'Tamsin Ferreira',
    customer_email: 'tamsin@ferreira.example',
    delivery_method: 'manual',
    credit_rate: 0,
    credit_cap: 0,
    late_credit: null,
    fulfilled_at: null,
    due_at: '2026-11-22T10:00:00+00:00',
    from_stock: false,
    unit: 'held',
    created_at: '2026-11-20T10:00:00+00:00',
    updated_at: '2026-11-20T10:00:00+00:00',
    search_text: 'ord-000148\ntamsin ferreira\ntamsin@ferreira.example\nkeystone vault',
    ...over,
  }
}

/** A row of that member's ledger: the bonus. */
export function transaction(over: Partial<Tables<'token_transactions'>> = {}): Tables<'token_transactions'> {
  return {
    id: uuid(),
    seq: made,
    user_id: memberId,
    account_id: memberId,
    transaction_type: 'signup_bonus',
    amount: 25,
    description: 'Signup bonus',
    balance_after: 25,
    order_id: null,
    redeem_code_id: null,
    actor_id: null,
    reason: null,
    reason_salt: null,
    reason_digest: null,
    hash: '\\x',
    created_at: '2026-09-02T09:00:00+00:00',
    ...over,
  }
}

type CodeRow<Name extends 'redeem_codes' | 'invite_codes'> = Tables<Name> & {
  revoker: { name: string } | null
}

export function tokenCode(over: Partial<CodeRow<'redeem_codes'>> = {}): CodeRow<'redeem_codes'> {
  return { ...inviteCode({ code: `BONUS${made}` }), token_value: 50, ...over }
}

export function inviteCode(over: Partial<CodeRow<'invite_codes'>> = {}): CodeRow<'invite_codes'> {
  return {
    id: uuid(),
    code: `WELCOME${made}`,
    is_used: false,
    used_by: null,
    used_at: null,
    is_revoked: false,
    is_plain: true,
    revoked_at: null,
    revoked_by: null,
    revoked_reason: null,
    revoker: null,
    expires_at: null,
    max_uses: 1,
    uses: 0,
    email: null,
    created_by: null,
    note: null,
    batch_id: null,
    created_at: '2026-11-01T09:00:00+00:00',
    ...over,
  }
}

export function orderEvent(event: string, over: Partial<OrderEvent> = {}): OrderEvent {
  return { at: '2026-11-20T10:00:00+00:00', event, actor: 'you', detail: null, ...over }
}
