-- Asks the portal about a request, for haproxy.cfg: "http-request lua.verify <where the verifier listens>".
-- For an allowed call it sets txn.verdict to 200, and the other variables. A refusal is sent to the client. In any other
-- case haproxy.cfg answers.

local identity = { client_id = "x-client-id", key_id = "x-key-id", key_roles = "x-key-roles" }
local quota = {
  quota_limit = "x-ratelimit-limit",
  quota_remaining = "x-ratelimit-remaining",
  quota_reset = "x-ratelimit-reset",
  quota = "ratelimit",
  quota_policy = "ratelimit-policy",
}
local refusals = { [403] = true, [429] = true }
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
  -- Two sets of credentials are sent as two, and refused.
  local given = txn.http:req_get_headers()["authorization"]
  if given then
    question["authorization"] = {}
    for _, each in pairs(given) do
      table.insert(question["authorization"], each)
    end
  end
  local answer = core.httpclient():get({ url = portal .. "/gateway/verify", headers = question, timeout = 4000 })
  if not answer then
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
  if not refusals[answer.status] then
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
