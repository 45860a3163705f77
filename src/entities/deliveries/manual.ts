export const manualKinds = ['text', 'link', 'key'] as const
export type ManualKind = (typeof manualKinds)[number]

/** What an admin delivers by hand (D33); of the kind 'message' it is the message alone. */
export type ManualDelivery = { kind: ManualKind | 'message'; content: string; message: string }

/** As deliver_order() and set_order_statuses() take it. */
export function manualArguments({ kind, content, message }: ManualDelivery) {
  return { p_message: message, ...(kind === 'message' ? {} : { p_kind: kind, p_content: content }) }
}
