import type { Read } from './config.ts'

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): unknown
}

/** Serves a function where Supabase starts it; the embedded backend calls createHandler() itself. */
export const serve = (create: (read: Read) => (request: Request) => Promise<Response>): unknown =>
  Deno.serve(create((name) => Deno.env.get(name)))
