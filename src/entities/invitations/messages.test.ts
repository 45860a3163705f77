import { expect, it } from 'vitest'
import { addressProblem, invitationProblem, NotInvitedError } from './messages'

const refusal = (message: string, details: string | null = null) => ({ code: 'PT409', message, details })

it.each([
  [new NotInvitedError('over_quota'), 'You have none left, or have sent ten emails to others within a day.'],
  [new NotInvitedError('suppressed'), 'This address does not want invitations.'],
  [refusal('cannot_invite', 'member'), 'This person is a member.'],
  // A member is not told why.
  [refusal('cannot_invite'), 'This address was invited in the last 30 days.'],
  [refusal('invalid_email'), 'Enter one email address, as in colleague@company.example.'],
  [refusal('invitation_closed'), undefined],
])('says at the address field what is wrong with %o', (error, problem) =>
  expect(addressProblem(error)).toBe(problem),
)

it.each([
  [refusal('rate_limited', '60'), 'It was sent less than a minute ago. Wait a moment, then try again.'],
  [refusal('rate_limited', '61'), 'You have sent ten emails to others within a day. Try again tomorrow.'],
  [refusal('resent_too_often'), 'It has been sent again five times already.'],
  [new Error('boom'), 'Nobody knows. Please try again.'],
])('says why %o changed nothing', (error, problem) =>
  expect(invitationProblem(error, 'Nobody knows.')).toBe(problem),
)
