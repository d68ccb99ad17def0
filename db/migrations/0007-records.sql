-- Oldest release: 0.1.0
-- How it ended, and for what was asked over the network from where.
alter table audit_events add column outcome text not null default 'ok';

alter table audit_events add column address text;
