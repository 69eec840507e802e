#!/bin/sh
# Drift of the payment service, for cron or any CI: run it in the folder of Pulumi.yaml, after `npm ci`.
#   17 3 * * * cd /srv/infra && . /etc/payments-drift.env && ./payments-drift.sh
# It needs pulumi on PATH, PULUMI_ACCESS_TOKEN or the passphrase of the stack, and PAYMENTS_API_KEY with the scope api_keys:read
# only. Silent while all is clean, so that cron sends no mail. Exit: 0 clean, 1 usage, 2 drift, 3 not everything was judged.
set -eu
stack=${STACK:-prod}
reports=${REPORTS:-payments-drift}
export PAYMENTS_READ_ONLY=1 PULUMI_SKIP_UPDATE_CHECK=true

mkdir -p "$reports"
status=0
npx --no-install pulumi-payments drift --stack "$stack" --history "$reports" \
  --format text --format json --format html --out "$reports/drift" 2>"$reports/drift.log" || status=$?
case $status in
  0) ;;
  2 | 3) cat "$reports/drift.txt" ;;
  *) cat "$reports/drift.log" >&2 ;;
esac
exit "$status"
