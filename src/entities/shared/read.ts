import { errorCode } from '@/lib/errors'

type Sendable<Data> = { throwOnError(): PromiseLike<{ data: Data }> }
type Request<Data> = Sendable<Data> & { abortSignal(signal: AbortSignal): Request<Data> }
type CountRequest = {
  abortSignal(signal: AbortSignal): CountRequest
  throwOnError(): PromiseLike<{ count: number | null }>
}
type RowRequest<Row> = {
  abortSignal(signal: AbortSignal): RowRequest<Row>
  throwOnError(): PromiseLike<{ data: Row[] }>
  single(): { throwOnError(): PromiseLike<{ data: unknown }> }
  maybeSingle(): { throwOnError(): PromiseLike<{ data: unknown }> }
}

/** What a query reads, until it is cancelled. */
export async function read<Data>(request: Request<Data>, signal: AbortSignal): Promise<Data> {
  return (await request.abortSignal(signal).throwOnError()).data
}

/** What a change returns. */
export async function send<Data>(request: Sendable<Data>): Promise<Data> {
  return (await request.throwOnError()).data
}

/** Of a request with an exact count. */
export async function readCount(request: CountRequest, signal: AbortSignal): Promise<number> {
  return (await request.abortSignal(signal).throwOnError()).count ?? 0
}

/** A missing row is an error. */
export async function readOne<Row>(request: RowRequest<Row>, signal: AbortSignal): Promise<Row> {
  return (await request.abortSignal(signal).single().throwOnError()).data as Row
}

/** Null if the id of a mistyped URL is not a UUID. */
export async function orNull<Data>(read: PromiseLike<Data>): Promise<Data | null> {
  try {
    return await read
  } catch (error) {
    if (errorCode(error) === '22P02') return null
    throw error
  }
}

/** Null if there is no such row. */
export async function findOne<Row>(request: RowRequest<Row>, signal: AbortSignal): Promise<Row | null> {
  const found = await orNull(request.abortSignal(signal).maybeSingle().throwOnError())
  return (found?.data ?? null) as Row | null
}
