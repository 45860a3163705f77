import { createHandler, readConfig } from './handler.ts'

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): unknown
}

// Where Supabase starts the function; the embedded backend calls createHandler() itself.
Deno.serve(createHandler(readConfig((name) => Deno.env.get(name))))
