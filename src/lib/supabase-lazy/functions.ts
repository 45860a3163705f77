/** Replaces functions-js in the built app, which calls no Edge Functions. */
export class FunctionsClient {}

export const FunctionsError = Error
export const FunctionsFetchError = Error
export const FunctionsHttpError = Error
export const FunctionsRelayError = Error
export const FunctionRegion = {}
