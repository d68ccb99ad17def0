-- Asks the portal about a request, for haproxy.cfg: "http-request lua.verify <where the portal listens>".
-- After a yes txn.verdict is 200 and the other variables say who it is; any other answer goes to the client.

local identity = { client_id = "x-client-id", key_id = "x-key-id", key_roles = "x-key-roles" }
local quota = {
  quota_limit = "x-ratelimit-limit",
  quota_remaining = "x-ratelimit-remaining",
  quota_reset = "x-ratelimit-reset",
  quota = "ratelimit",
  quota_policy = "ratelimit-policy",
}
local refusal_headers = { "content-type", "retry-after" }

local function value(headers, name)
  return headers[name] and headers[name][0]
end

core.register_action("verify", { "http-req" }, function(txn, portal)
  local question = {
    ["x-original-method"] = { txn.sf:method() },
    ["x-original-uri"] = { txn.sf:pathq() },
    ["x-forwarded-for"] = { txn.sf:src() },
  }
  -- One set of credentials or none: two are sent on as two, and refused.
  local given = txn.http:req_get_headers()["authorization"]
  if given then
    question["authorization"] = {}
    for _, each in pairs(given) do
      table.insert(question["authorization"], each)
    end
  end
  local answer = core.httpclient():get({ url = portal .. "/gateway/verify", headers = question, timeout = 5000 })
  if not answer or not answer.status or answer.status == 0 then
    return
  end
  if answer.status == 200 then
    for variable, name in pairs(identity) do
      txn:set_var("txn." .. variable, value(answer.headers, name) or "")
    end
    for variable, name in pairs(quota) do
      if value(answer.headers, name) then
        txn:set_var("txn." .. variable, value(answer.headers, name))
      end
    end
    txn:set_var("txn.verdict", 200)
    return
  end
  local reply = txn:reply({ status = answer.status })
  for _, name in pairs(refusal_headers) do
    if value(answer.headers, name) then
      reply:add_header(name, value(answer.headers, name))
    end
  end
  for _, name in pairs(quota) do
    if value(answer.headers, name) then
      reply:add_header(name, value(answer.headers, name))
    end
  end
  reply:set_body(answer.body or "")
  txn:done(reply)
end, 1)
