-- What the planner knows of a column, anybody may ask who may read a row of the table: the REST layer answers
-- `Prefer: count=planned` with its estimate, row rules or not. `private.refuse_estimates()` sees the last Prefer header only,
-- so the planner is to know nothing of any value; lists are found by index, in an order that no statistics decide. Statistics
-- would also keep names and e-mails of people who were deleted.

do $$
declare
  v_column record;
begin
  for v_column in
    select c.relname, c.relkind, a.attnum, a.attname, c.oid::regclass as relation
    from pg_catalog.pg_attribute as a join pg_catalog.pg_class as c on c.oid = a.attrelid
    left join pg_catalog.pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind = 'r' or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0)
  loop
    if v_column.relkind = 'r' then
      execute format('alter table %s alter column %I set statistics 0', v_column.relation, v_column.attname);
    else
      execute format('alter index %s alter column %s set statistics 0', v_column.relation, v_column.attnum);
    end if;
  end loop;
end
$$;
