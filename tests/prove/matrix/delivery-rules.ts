import type { FunctionRule } from './rule.ts'
import { signatures } from './signatures.ts'

/** The functions of deliveries, key pools and reports (D30 to D34). */
export const DELIVERY_FUNCTIONS: Record<string, FunctionRule> = {
  ...signatures(
    ['ghost', 'member', 'admin'],
    `
    order_delivery(p_order_id) writes
    delivery_status(p_order_id)
    order_events(p_order_id)
    report_delivery(p_order_id, p_reason, p_items?) writes PT404
    cancel_my_order(p_order_id) writes PT404`,
  ),
  ...signatures(
    ['admin'],
    `
    import_keys(p_benefit_id, p_keys, p_dry_run) writes
    search_keys(p_benefit_id, p_search, p_state?, p_key_id?, p_reverse?, p_limit?)
    key_counts(p_benefit_id)
    reveal_key(p_key_id) writes
    set_key_aside(p_key_id, p_aside) writes
    delivery_settings(p_benefit_id)
    save_delivery_settings(p_benefit_id, p_updated_at, p_method, p_instructions?, p_link?, p_file?, p_low_stock?) writes PT409
    delivery_figures(p_benefit_id)
    on_time_figures()
    last_delivery(p_benefit_id, p_order_id?)
    deliver_order(p_order_id, p_updated_at, p_kind?, p_content?, p_message?) writes PT409
    search_reports(p_search, p_benefit_id?, p_open?, p_key_time?, p_key_id?, p_reverse?, p_limit?)
    report_details(p_report_id)
    report_counts()
    answer_report(p_report_id, p_answer, p_text?, p_kind?, p_content?) writes PT409
    suspect_batches()
    decide_batch(p_batch_id, p_release) writes PT409`,
  ),
}
