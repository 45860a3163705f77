import { difference, type State } from '../model/compare.ts'
import { isAdmin, type Model } from '../model/model.ts'
import type { Answer } from '../operations/answer.ts'
import { type Request, wordsOf } from '../operations/operation.ts'

/** A request that was sent together with others, and its answer. */
export type Sent = { request: Request; answer: Answer; http?: boolean }

/** Whether an answer is right, where the model before the request is known. */
type Matches = (sent: Sent, wanted: Answer, before: Model, opening: Model) => boolean

/**
 * Looks for an order in which these requests, one after the other, would have had these answers and left this state.
 * Returns the model after them, or what the best order leaves differently.
 */
export function explain(
  opening: Model,
  sent: Sent[],
  end: State,
  matches: Matches,
): { model: Model } | { complaint: string } {
  const complaints: string[] = []
  let wrong = ''
  const model = follow(opening, sent)
  if (model) return { model }
  const [least] = complaints.toSorted((one, other) => one.length - other.length)
  return {
    complaint: least ? `no order of them ends so: ${least}` : `no order of them has these answers: ${wrong}`,
  }

  function follow(model: Model, left: Sent[]): Model | undefined {
    if (left.length === 0) {
      const problem = difference(model, end)
      if (problem) complaints.push(problem)
      return problem ? undefined : model
    }
    for (const next of left) {
      const after = structuredClone(model)
      const wanted = next.request.does(after)
      if (!matches(next, wanted, model, opening)) {
        wrong ||= `${wordsOf(next.request)} is "${next.answer}", and by the model "${wanted}"`
        continue
      }
      const rest = follow(
        after,
        left.filter((one) => one !== next),
      )
      if (rest) return rest
    }
    return undefined
  }
}

/** Results of a write whose admin lost the role: no visible row, or a guard that reads the role again (D11). */
const NO_ADMIN = ['rows 0', 'not_admin', 'profile_column_forbidden', '42501']

/** The exact answer, or another refusal for an admin who lost the role in the race. */
export const exactly: Matches = ({ request, answer, http }, wanted, before, opening) => {
  if (answer === wanted || (http && request.overHttp?.[wanted]?.includes(answer))) return true
  // The balance beside a miss is that of its snapshot.
  if (answer.startsWith('false ') && wanted.startsWith('false ')) return true
  const by = typeof request.by === 'string' ? request.by : undefined
  const demoted = isAdmin(opening, by) && !isAdmin(before, by)
  return demoted && NO_ADMIN.includes(answer) && NO_ADMIN.includes(wanted)
}

/** Done or refused, by whatever code: which of two refusals it is depends on how far the other request was. */
export const roughly: Matches = ({ answer }, wanted) => happened(answer) === happened(wanted)

const happened = (answer: Answer) =>
  (answer.startsWith('rows ') && answer !== 'rows 0') || answer.startsWith('true')
