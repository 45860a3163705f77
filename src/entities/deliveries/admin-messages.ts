import type { KeyProblem } from '@/entities/deliveries/pool'
import { errorCode, errorDetail, errorMessage } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'

export const poolLoadFailure = 'Failed to load keys'
export const reportsLoadFailure = 'Failed to load reports'

/** `lineOf` returns the line in the file of a key that was sent. */
export function keyProblemText(
  { problem, first_line }: KeyProblem,
  lineOf: (line: number) => number,
): string {
  switch (problem) {
    case 'empty':
      return 'Empty'
    case 'too_short':
      return 'Fewer than 4 characters'
    case 'too_long':
      return 'More than 200 characters'
    case 'unprintable':
      return 'Contains a space or an invisible character'
    case 'spreadsheet_error':
      return 'An error of the spreadsheet, such as #N/A'
    case 'rounded_number':
      return 'A number that the spreadsheet has rounded, such as 1.23457E+15'
    case 'duplicate_line':
      return `The same key as line ${formatNumber(lineOf(first_line ?? 0))}`
    case 'duplicate_key':
      return 'Already in a pool'
  }
}

export function importErrorMessage(error: unknown): string {
  switch (errorCode(error)) {
    case 'import_too_large':
      return 'This is too much for one import: at most 10,000 keys and 2 MB. Nothing was added.'
    case 'benefit_unavailable':
      return 'This benefit was deleted since you opened it. Nothing was added.'
    case 'rate_limited':
      return `You have imported keys that are already in a pool 30 times within an hour. ${tryAgainIn(error)}`
    case 'network':
      return 'The server did not respond, so the keys may or may not have been added. It is safe to try again: none is added twice.'
    default:
      return errorMessage(error, 'Something went wrong. Nothing was added. Please try again.')
  }
}

export function revealErrorMessage(error: unknown): string {
  if (errorCode(error) !== 'rate_limited')
    return errorMessage(error, 'The key could not be read. Please try again.')
  return `You have revealed 30 keys within an hour. ${tryAgainIn(error)}`
}

const tryAgainIn = (error: unknown) =>
  `Try again in ${formatCount(Math.ceil(Number(errorDetail(error) ?? 60) / 60), 'minute')}.`

export const invalidDeliveryMessage =
  'What is delivered was not accepted: a link starts with https:// or http://. Nothing was changed.'
const answerTexts = {
  replaced: 'Report answered with a replacement',
  replied: 'Report answered',
  refunded: 'Report answered with a refund',
}

export function reportAnswered(answer: keyof typeof answerTexts): string {
  return answerTexts[answer]
}

export const reportClosed = 'Another admin has answered this report since you opened it.'
export const answerSavedMessage = 'Your answer was saved; only the response was lost.'

export function answerErrorMessage(error: unknown): string {
  switch (errorCode(error)) {
    case 'report_closed':
      return reportClosed
    case 'order_changed':
      return 'This order was cancelled, or its account deleted, since you opened it. You can still reply.'
    case 'sold_out':
      return 'Nothing is left to deliver instead. Import keys first, or reply or refund.'
    case 'invalid_delivery':
      return invalidDeliveryMessage
    case 'invalid_answer':
      return 'Write a reply of at most 2,000 characters.'
    case 'network':
      return 'The server did not respond, so the answer may or may not have been saved. It is safe to try again.'
    default:
      return errorMessage(error, 'Nothing was changed. Please try again.')
  }
}

export function batchErrorMessage(error: unknown): string {
  return errorCode(error) === 'report_closed'
    ? 'Another admin has decided about this batch since you opened it.'
    : errorMessage(error, 'Nothing was changed. Please try again.')
}
