-- Live updates: what a person may read, never the code tables.

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.profiles, public.token_transactions, public.orders;
