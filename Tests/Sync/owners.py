"""The owners of diaries in one bucket: an account each, and a policy that lets each of them at his own prefix alone."""

import json

from bench import Failure
from ceph import keys_of

BUCKET = "lab"


def policy(names):
    """What each may do: list, read, put and remove below his name. The operator may read, which he may not by himself:
    on Ceph an object belongs to who put it."""
    statements = [{"Effect": "Allow", "Principal": {"AWS": ["arn:aws:iam:::user/operator"]},
                   "Action": ["s3:GetObject"], "Resource": [f"arn:aws:s3:::{BUCKET}/*"]}]
    for name in names:
        who = {"AWS": [f"arn:aws:iam:::user/{name}"]}
        statements.append({
            "Effect": "Allow", "Principal": who, "Action": ["s3:ListBucket"], "Resource": [f"arn:aws:s3:::{BUCKET}"],
            "Condition": {"StringLike": {"s3:prefix": [f"{name}/*"]}}})
        statements.append({
            "Effect": "Allow", "Principal": who, "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
            "Resource": [f"arn:aws:s3:::{BUCKET}/{name}/*"]})
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def make(bench, ceph, names, ports):
    """Makes the bucket, accounts and policy, and a remote of rclone for each owner, through a port of his own."""
    operator = ceph.operator
    expect(operator.ask("PUT", f"/{BUCKET}"))
    accounts = {}
    for name in names:
        made = expect(operator.ask("PUT", "/admin/user", uid=name, **{"display-name": name, "max-buckets": -1}))
        accounts[name] = keys_of(json.loads(made.data))
    expect(operator.ask("PUT", f"/{BUCKET}", policy(names).encode(), policy=""))
    for name in names:
        bench.remote_of(name, **remote(ports.get(name, ceph.gateway_port), **accounts[name]))


def remote(port, access, secret):
    # An owner may not know whether there is the bucket. What was put is read back, so rclone need not look at it.
    return {"type": "s3", "provider": "Ceph", "endpoint": f"http://127.0.0.1:{port}", "access_key_id": access,
            "secret_access_key": secret, "no_check_bucket": "true", "no_head": "true", "no_head_object": "true"}


def expect(answer):
    if answer.status not in (200, 204):
        raise Failure(f"the store answers {answer}")
    return answer
