-- What the planner knows of a column, anybody may ask who may read a row of the table: the REST layer answers
-- `Prefer: count=planned` with its estimate, row rules or not. So it is to know nothing of people, words and codes;
-- their lists are found by index, and sorted by expressions that no filter of the REST layer can name.

alter table public.profiles
alter column name set statistics 0,
alter column email set statistics 0,
alter column phone set statistics 0,
alter column invite_code_used set statistics 0,
alter column current_tokens set statistics 0;
alter table public.orders
alter column redemption_email set statistics 0,
alter column customer_name set statistics 0,
alter column customer_email set statistics 0;
alter table public.token_transactions
alter column description set statistics 0,
alter column balance_after set statistics 0,
alter column amount set statistics 0;
alter table public.redeem_codes alter column code set statistics 0, alter column note set statistics 0;
alter table public.invite_codes alter column code set statistics 0, alter column note set statistics 0;
