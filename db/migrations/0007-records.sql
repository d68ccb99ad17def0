-- Oldest release: 0.1.0
-- The outcome of the event, and the network address of a request that caused it.
alter table audit_events add column outcome text not null default 'ok';

alter table audit_events add column address text;
