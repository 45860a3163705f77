import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Marks as a side channel, and stock, limit and times as a client would have them (D38, D39). */
export const catalogue: Attack[] = table(
  {},
  `
  410 benefit_unavailable | POST rpc/set_favourite | a hidden benefit as a favourite | {"p_benefit_id":"{hidden}","p_favourite":true}
  410 benefit_unavailable | POST rpc/set_favourite | an unknown benefit as a favourite | {"p_benefit_id":"{uuid}","p_favourite":true}
  410 benefit_unavailable | POST rpc/ask_to_be_told | to be told about a hidden benefit | {"p_benefit_id":"{hidden}","p_wanted":true}
  200 [] | POST rpc/benefit_facts | facts about a hidden benefit | {"p_benefits":["{hidden}"]}
  4xx | GET benefits?select=id,favourites(user_id) | who marked a benefit
  4xx | GET profiles?select=id,benefits(id) | marks through the profile
  4xx | GET favourites?select=* | all favourites
  4xx | GET rpc/browse_benefits?p_user_id=eq.{victim} | the catalogue of somebody else
`,
)
